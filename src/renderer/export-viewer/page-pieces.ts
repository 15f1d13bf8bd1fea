/** Newer browsers decode in one step. */
const NATIVE = Uint8Array as unknown as { fromBase64?(base64: string): Uint8Array<ArrayBuffer> };

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  if (NATIVE.fromBase64) return NATIVE.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}

/** Lets the browser draw and answer what a person does. A timer would wait four milliseconds each time. */
export function turn(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}

/** Milliseconds until the page is looked at again for what the browser has read meanwhile. */
const READS_ON_MS = 10;

/** The pieces of the data, each as soon as the browser has read it whole. What was taken leaves the page: nobody needs it again. */
async function* piecesOnPage(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (;;) {
    const isRead = document.readyState !== 'loading';
    const piece = document.querySelector('.forkscope-piece');
    if (piece && (isRead || piece.nextElementSibling)) {
      const text = piece.textContent ?? '';
      piece.remove();
      yield bytesOf(text);
    } else if (isRead) return;
    else await new Promise((done) => setTimeout(done, READS_ON_MS));
  }
}

/** What compressed bytes say, in texts of some size. Throws when they are damaged. */
async function* inflated(pieces: AsyncIterable<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  if (typeof DecompressionStream === 'undefined')
    throw new Error('This browser is too old to open the page. Use one from 2023 or later.');
  const { readable, writable } = new DecompressionStream('gzip');
  const feeding = feed(writable.getWriter(), pieces);
  // The reader hears of the same fault.
  feeding.catch(() => {});
  const reader = readable.getReader();
  const decoder = new TextDecoder();
  for (let read = await reader.read(); !read.done; read = await reader.read())
    yield decoder.decode(read.value, { stream: true });
  yield decoder.decode();
  await feeding;
}

async function feed(
  writer: WritableStreamDefaultWriter<BufferSource>,
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  try {
    for await (const piece of pieces) {
      await writer.ready;
      await writer.write(piece);
    }
    await writer.close();
  } catch (error) {
    await writer.abort(error);
    throw error;
  }
}

/** The lines of the data, a few hundred at a time. */
export async function* linesOnPage(): AsyncGenerator<string[]> {
  let rest = '';
  for await (const text of inflated(piecesOnPage())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
  if (rest !== '') yield [rest];
}

/** The text of one element with compressed data; null when it carries none. */
export async function textOf(id: string): Promise<string | null> {
  const element = document.getElementById(id);
  const base64 = element?.textContent?.trim() ?? '';
  element?.remove();
  if (base64 === '') return null;
  let whole = '';
  for await (const text of inflated(only(bytesOf(base64)))) whole += text;
  return whole;
}

async function* only<T>(value: T): AsyncGenerator<T> {
  yield value;
}
