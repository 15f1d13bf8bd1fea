import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { safeStorage } from 'electron';
import { MemorySecrets, type SecretStore } from '../engine/settings/settings-store.ts';

/** Provider keys, encrypted by the system's keychain. Where there is none they are kept for this run only. */
export class KeychainSecrets implements SecretStore {
  readonly #path: string;
  readonly #memory = new MemorySecrets();

  constructor(home: string) {
    this.#path = join(home, 'keys.json');
  }

  get isAvailable(): boolean {
    const isPlain = process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text';
    return safeStorage.isEncryptionAvailable() && !isPlain;
  }

  get(provider: string): string | null {
    const kept = this.#memory.get(provider);
    if (kept !== null || !this.isAvailable) return kept;
    const stored = this.#read()[provider];
    if (stored === undefined) return null;
    try {
      return safeStorage.decryptString(Buffer.from(stored, 'base64'));
    } catch {
      return null;
    }
  }

  set(provider: string, key: string): 'keychain' | 'memory' {
    this.#memory.set(provider, key);
    if (!this.isAvailable) return 'memory';
    const keys = { ...this.#read(), [provider]: safeStorage.encryptString(key).toString('base64') };
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, JSON.stringify(keys), { mode: 0o600 });
    return 'keychain';
  }

  #read(): Record<string, string> {
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8')) as Record<string, string>;
    } catch {
      return {};
    }
  }
}
