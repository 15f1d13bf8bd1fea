import { expect, it, onTestFinished, vi } from 'vitest';
import { commitAll, git, makeRepository, makeService, write } from '../testing/test-repository.ts';

async function watched() {
  const { folder, root } = await makeRepository({ 'a.txt': 'one\n', '.gitignore': 'built/\n' });
  const hear = vi.fn();
  const watch = await makeService(folder).watchCheckout(root, hear);
  onTestFinished(() => watch.close());
  return { root, hear, watch };
}

it('hears of an edit, and of a commit that changes no file', async () => {
  const { root, hear } = await watched();
  await write(root, { 'a.txt': 'two\n' });
  await vi.waitFor(() => expect(hear).toHaveBeenCalled(), 3_000);
  // Let the burst of the edit pass.
  await new Promise((done) => setTimeout(done, 800));
  hear.mockClear();
  await commitAll(root, 'second');
  await vi.waitFor(() => expect(hear).toHaveBeenCalled(), 3_000);
});

it('hears nothing of ignored files, of a look at the checkout, and after it was closed', async () => {
  const { root, hear, watch } = await watched();
  await write(root, { 'built/x.o': 'x' });
  await git(root, 'log', '-1');
  await new Promise((done) => setTimeout(done, 1_000));
  expect(hear).not.toHaveBeenCalled();
  watch.close();
  await write(root, { 'a.txt': 'two\n' });
  await new Promise((done) => setTimeout(done, 1_000));
  expect(hear).not.toHaveBeenCalled();
});
