/** How definitions look in one language's syntax tree. Names are node types of its tree-sitter grammar. */
export interface LanguageRules {
  /** Name of the grammar: `tree-sitter-<grammar>.wasm`. */
  readonly grammar: string;
  /** Definitions, each with the word to put in front where the node does not hold it. */
  readonly definitions: ReadonlyMap<string, string>;
  /** Definitions whose members are listed too. */
  readonly containers: ReadonlySet<string>;
  /** Nodes that are no definitions themselves but hold some. */
  readonly wrappers: ReadonlySet<string>;
  /** Definitions that are listed only when their value is a function or a class, or when they are exported. */
  readonly onlyWithCode: ReadonlySet<string>;
}

function rules(
  grammar: string,
  parts: {
    definitions: string;
    containers: string;
    wrappers: string;
    prefixes?: Record<string, string>;
    onlyWithCode?: string;
  },
): LanguageRules {
  const words = (text = '') => text.split(/\s+/).filter((word) => word !== '');
  return {
    grammar,
    definitions: new Map(words(parts.definitions).map((type) => [type, parts.prefixes?.[type] ?? ''])),
    containers: new Set(words(parts.containers)),
    wrappers: new Set(words(parts.wrappers)),
    onlyWithCode: new Set(words(parts.onlyWithCode)),
  };
}

const SCRIPT = {
  definitions: `class_declaration abstract_class_declaration interface_declaration enum_declaration type_alias_declaration
    function_declaration generator_function_declaration function_signature internal_module module method_definition
    abstract_method_signature method_signature public_field_definition field_definition variable_declarator
    assignment_expression function_expression class`,
  containers:
    'class_declaration abstract_class_declaration interface_declaration internal_module module class variable_declarator',
  wrappers: `program export_statement ambient_declaration expression_statement lexical_declaration variable_declaration
    class_body interface_body statement_block`,
  onlyWithCode: 'variable_declarator assignment_expression',
};

const TYPESCRIPT = rules('typescript', SCRIPT);
const TSX = rules('tsx', SCRIPT);
const JAVASCRIPT = rules('javascript', SCRIPT);
const PYTHON = rules('python', {
  definitions: 'class_definition function_definition type_alias_statement',
  containers: 'class_definition',
  wrappers: `module decorated_definition block if_statement elif_clause else_clause try_statement except_clause
    finally_clause with_statement`,
});
const GO = rules('go', {
  definitions: 'function_declaration method_declaration type_spec type_alias method_elem const_spec var_spec',
  containers: 'type_spec',
  wrappers: 'source_file type_declaration const_declaration var_declaration var_spec_list interface_type',
  prefixes: { type_spec: 'type', type_alias: 'type', const_spec: 'const', var_spec: 'var' },
});
const RUST = rules('rust', {
  definitions: `struct_item enum_item union_item trait_item impl_item mod_item function_item function_signature_item
    macro_definition const_item static_item type_item associated_type`,
  containers: 'trait_item impl_item mod_item',
  wrappers: 'source_file declaration_list foreign_mod_item',
});
const JAVA = rules('java', {
  definitions: `class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration
    method_declaration constructor_declaration compact_constructor_declaration field_declaration constant_declaration
    annotation_type_element_declaration`,
  containers: 'class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration',
  wrappers: 'program class_body interface_body enum_body enum_body_declarations annotation_type_body',
});

const BY_EXTENSION: ReadonlyMap<string, LanguageRules> = new Map([
  ...['.ts', '.mts', '.cts'].map((extension) => [extension, TYPESCRIPT] as const),
  ['.tsx', TSX] as const,
  ...['.js', '.mjs', '.cjs', '.jsx'].map((extension) => [extension, JAVASCRIPT] as const),
  ...['.py', '.pyi'].map((extension) => [extension, PYTHON] as const),
  ['.go', GO] as const,
  ['.rs', RUST] as const,
  ['.java', JAVA] as const,
]);

/** For the sentence that says what can be read. */
export const LANGUAGE_NAMES = 'TypeScript, TSX, JavaScript, Python, Go, Rust and Java';

/** The language of a file by its name; null for one that is not known. */
export function languageOf(path: string): LanguageRules | null {
  const [extension = ''] = /\.[^./]+$/.exec(path) ?? [];
  return BY_EXTENSION.get(extension.toLowerCase()) ?? null;
}
