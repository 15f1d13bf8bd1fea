import { capYoungGeneration } from '../src/engine/young-generation.ts';
import { runImportWork } from './import-worker.ts';
import { runLoopDelay } from './loop-delay-worker.ts';
import { runMemory } from './memory-worker.ts';
import { parseServiceArguments, runService } from './service.ts';

/** Entry of the processes that a measurement starts: `worker.js KIND ARGUMENTS…`. */
const [, , kind, ...args] = process.argv;
const tell = (message: unknown) => void process.send?.(message as object);
// Without the process that started it there is nobody to tell anything.
process.on('disconnect', () => process.exit(0));

if (kind === 'service') await runService(parseServiceArguments(args), tell);
else if (kind === 'import') await runImportWork(args, tell);
else if (kind === 'memory' || kind === 'loop-delay') {
  // As the app and the command line do.
  capYoungGeneration();
  await (kind === 'memory' ? runMemory : runLoopDelay)(args, tell);
} else throw new Error(`There is no worker "${kind}".`);
