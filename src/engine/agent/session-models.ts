import { freezeSnapshot, nextSnapshot, type Snapshot } from '../../core/prefix/snapshot.ts';
import { preparedSnapshot } from '../forks/fork-runner.ts';
import type { RequestLine } from './branch-requests.ts';
import type { BranchRunnerOptions } from './branch-runner.ts';
import { modelSeam } from './model-seam.ts';
import type { SessionContext } from './session-context.ts';

/** With which request parameters the branches of a session ask, and whom. */
export class SessionModels {
  readonly #context: SessionContext;
  /** Request parameters for branches that have none of their own: those of an imported session. */
  readonly fallback: Snapshot | null;

  constructor(context: SessionContext, fallback: Snapshot | null) {
    this.#context = context;
    this.fallback = fallback;
  }

  /** The session's own provider serves its own model; an agent, or a person, may have named another. */
  connectFor({ provider, model }: Snapshot): Pick<BranchRunnerOptions, 'connect'> {
    const own = this.fallback ?? this.#context.journal.state.session;
    if (!own || (own.provider === provider && own.model === model)) return {};
    return { connect: () => this.#context.connections.to(provider, model) };
  }

  /** Writes down that a branch asks with other parameters from here on, and with it what leaves its context. */
  change(branch: string, parameters: Snapshot): RequestLine {
    const { journal } = this.#context;
    const snapshot = this.#known(parameters);
    this.store(snapshot);
    journal.append({ type: 'branch-model-changed', branch, snapshotVersion: snapshot.version });
    const seam = modelSeam(journal.state, branch);
    if (seam) journal.append(seam);
    const { connect = () => Promise.resolve(this.#context) } = this.connectFor(snapshot);
    return { snapshot, connect };
  }

  /** The parameters of forks of a parent that never sent a request. */
  prepared(own: Snapshot): Snapshot {
    return this.#known(preparedSnapshot(own, own.version));
  }

  /** Parameters are written down once, before the first event that names them. */
  store(snapshot: Snapshot): void {
    const { journal } = this.#context;
    if (!journal.state.snapshots[snapshot.version]) journal.append({ type: 'snapshot-taken', snapshot });
  }

  /** Parameters under the version that they have in this session, or under a new one. */
  #known(parameters: Snapshot): Snapshot {
    const known = Object.values(this.#context.journal.state.snapshots);
    const version = Math.max(0, ...known.map((snapshot) => snapshot.version)) + 1;
    const same = known.find((snapshot) => nextSnapshot(snapshot, parameters, version) === snapshot);
    return same ?? freezeSnapshot({ ...parameters, version });
  }
}
