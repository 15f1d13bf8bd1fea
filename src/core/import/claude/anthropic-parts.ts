import type { ImagePart, Part, ResultPart } from '../../session/message.ts';
import { boundedValue } from '../bounded-value.ts';
import { isRow, type Row, rowAt, rowsOf, textAt } from '../foreign-value.ts';

/** The parts of a message whose content has the shape of the Messages API. `nameOf` names the tool of a call id. */
export function anthropicParts(content: unknown, nameOf: (callId: string) => string): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }];
  return rowsOf(content).flatMap((block) => partsOf(block, nameOf));
}

function partsOf(block: Row, nameOf: (callId: string) => string): Part[] {
  switch (block.type) {
    case 'text':
      return [{ kind: 'text', text: typeof block.text === 'string' ? block.text : '' }];
    case 'thinking': {
      const text = textAt(block, 'thinking');
      return text === null ? [] : [{ kind: 'text', text, thought: true }];
    }
    case 'tool_use': {
      const callId = textAt(block, 'id');
      if (callId === null) break;
      return [{ kind: 'call', callId, name: textAt(block, 'name') ?? '', args: boundedValue(block.input) }];
    }
    case 'tool_result': {
      const callId = textAt(block, 'tool_use_id') ?? '';
      return resultParts(callId, nameOf(callId), block.content, block.is_error === true);
    }
    case 'image':
      return [
        imagePart(block) ?? { kind: 'text', text: `[image: ${textAt(rowAt(block, 'source'), 'url') ?? 'no data'}]` },
      ];
  }
  return [{ kind: 'opaque', wire: { family: 'anthropic', value: boundedValue(block) } }];
}

/** A tool's result: its texts as one, its images as parts of their own. */
export function resultParts(callId: string, name: string, content: unknown, isError: boolean): Part[] {
  const result = (text: string): ResultPart => ({ kind: 'result', callId, name, text, isError });
  if (typeof content === 'string') return [result(content)];
  if (!Array.isArray(content)) return [result(content === undefined || content === null ? '' : readable(content))];
  const texts: string[] = [];
  const images: ImagePart[] = [];
  for (const block of content) {
    const image = isRow(block) && block.type === 'image' ? imagePart(block) : null;
    if (image) images.push(image);
    else if (isRow(block) && typeof block.text === 'string') texts.push(block.text);
    else texts.push(typeof block === 'string' ? block : readable(block));
  }
  return [result(texts.join('\n')), ...images];
}

/** An image block: `{source: {data, media_type}}` of the API, or `{data, mediaType}` of an SDK. */
export function imagePart(block: Row): ImagePart | null {
  const source = isRow(block.source) ? block.source : block;
  const data = textAt(source, 'data');
  if (data === null) return null;
  const mimeType = textAt(source, 'media_type') ?? textAt(source, 'mediaType') ?? textAt(source, 'mimeType');
  return { kind: 'image', mimeType: mimeType ?? 'image/png', data };
}

function readable(value: unknown): string {
  return JSON.stringify(boundedValue(value)) ?? '';
}
