import type { ElectronApplication } from '@playwright/test';

/** What the platform's dialogs would answer, which no test can press. */
export async function willPick(app: ElectronApplication, paths: readonly string[]): Promise<void> {
  await app.evaluate(
    ({ dialog }, filePaths) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths });
      dialog.showSaveDialog = async () => ({ canceled: false, filePath: filePaths[0] ?? '' });
    },
    [...paths],
  );
}
