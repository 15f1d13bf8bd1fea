import type { SyntaxNode } from './list-code-definitions-grammar.ts';
import type { LanguageRules } from './list-code-definitions-languages.ts';

/** One definition. */
export interface Definition {
  /** Lines from 1: where its name stands, and where it ends. */
  readonly line: number;
  readonly lastLine: number;
  /** 0 at the top, 1 for a member, and so on. */
  readonly depth: number;
  /** What it says up to its body, on one line. */
  readonly signature: string;
}

const LONGEST_SIGNATURE = 160;
/** Characters of a definition that are looked at for its signature. */
const LONGEST_HEAD = 2_000;
/** Deeper nesting than this is generated. */
const DEEPEST = 8;
const CODE = new Set([
  'arrow_function',
  'function_expression',
  'generator_function',
  'class',
  'function_declaration',
  'class_declaration',
]);

/** The definitions below a node, in the order of the text: top-level ones and members, none inside of functions. */
export function outlineOf(root: SyntaxNode, rules: LanguageRules): Definition[] {
  const found: Definition[] = [];
  const visit = (node: SyntaxNode, depth: number, wrapper: SyntaxNode | null): void => {
    const prefix = rules.definitions.get(node.type);
    const listed = prefix !== undefined && isListed(node, wrapper, rules);
    if (listed) found.push(definitionOf(node, wrapper, depth, prefix));
    const inner = listed && rules.containers.has(node.type);
    if (depth > DEEPEST || (listed ? !inner : !rules.wrappers.has(node.type))) return;
    for (const child of bodyOf(node, rules, inner)) {
      if (child) visit(child, inner ? depth + 1 : depth, inner ? null : outerOf(node, wrapper));
    }
  };
  visit(root, 0, null);
  return found;
}

/** `export`, `declare` and the like belong to the signature of what they stand in front of. */
function outerOf(node: SyntaxNode, wrapper: SyntaxNode | null): SyntaxNode | null {
  if (wrapper !== null) return wrapper;
  return /^(export_statement|ambient_declaration|lexical_declaration|variable_declaration)$/.test(node.type)
    ? node
    : null;
}

function bodyOf(node: SyntaxNode, rules: LanguageRules, isContainer: boolean): (SyntaxNode | null)[] {
  if (!isContainer) return node.namedChildren;
  const holder = node.childForFieldName('value') ?? node;
  const body = holder.childForFieldName('body') ?? holder.childForFieldName('type');
  if (body === null || !(rules.wrappers.has(body.type) || body.type.endsWith('_body'))) return [];
  return CODE.has(holder.type) && !holder.type.startsWith('class') ? [] : body.namedChildren;
}

function isListed(node: SyntaxNode, wrapper: SyntaxNode | null, rules: LanguageRules): boolean {
  if (node.type === 'function_expression' || node.type === 'class') return wrapper?.type === 'export_statement';
  if (!rules.onlyWithCode.has(node.type)) return true;
  const value = node.childForFieldName('value') ?? node.childForFieldName('right');
  return (value !== null && CODE.has(value.type)) || wrapper?.type === 'export_statement';
}

function definitionOf(node: SyntaxNode, wrapper: SyntaxNode | null, depth: number, prefix: string): Definition {
  const name = node.childForFieldName('name') ?? node.childForFieldName('type') ?? node;
  const signature = signatureOf(node, wrapper);
  const needsPrefix = prefix !== '' && !signature.startsWith(`${prefix} `);
  return {
    line: name.startPosition.row + 1,
    lastLine: node.endPosition.row + 1,
    depth,
    signature: needsPrefix ? `${prefix} ${signature}` : signature,
  };
}

/** The text up to the body, or the first line where there is no body; annotations in front are left out. */
function signatureOf(node: SyntaxNode, wrapper: SyntaxNode | null): string {
  // Of several names in one declaration only the first one follows the words in front of it.
  const isFirst = wrapper !== null && firstNamed(wrapper, node.startIndex);
  const before = isFirst ? wrapper.text.slice(0, node.startIndex - wrapper.startIndex) : '';
  const value = node.childForFieldName('value') ?? node.childForFieldName('right');
  const body = node.childForFieldName('body') ?? (value && (value.childForFieldName('body') ?? null));
  const own = body === null ? firstLine(node.text) : node.text.slice(0, body.startIndex - node.startIndex);
  const line = `${before}${own}`
    .slice(0, LONGEST_HEAD)
    .replace(/^(?:\s*@[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?\s+)+/, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*(?:=>|[{:=;,])?\s*$/, '')
    .trim();
  return line.length > LONGEST_SIGNATURE ? `${line.slice(0, LONGEST_SIGNATURE)} …` : line;
}

function firstNamed(wrapper: SyntaxNode, index: number): boolean {
  let node: SyntaxNode | null = wrapper;
  while (node && node.startIndex < index) {
    node =
      node.namedChildren.find((child) => child && !/^(decorator|accessibility_modifier)$/.test(child.type)) ?? null;
  }
  return node?.startIndex === index;
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
