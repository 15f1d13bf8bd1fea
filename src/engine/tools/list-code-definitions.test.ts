import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listCodeDefinitionsTool } from './list-code-definitions.ts';
import { call, makeWorkspace } from './testing/workspace.ts';

async function definitions(path: string, code: string): Promise<string[]> {
  const { context, write } = makeWorkspace();
  write(path, code);
  const { text, isError } = await call(listCodeDefinitionsTool, { path }, context);
  expect(isError).toBe(false);
  return text.split('\n').slice(1);
}
const lines = (...texts: string[]) => texts.map((text) => text.replace(' ', '\t'));

describe('definitions with their lines', () => {
  const script = `import x from 'y';

/** Doc. */
@decorated({ a: f(1) })
export abstract class Tide<T> extends Base {
  readonly height = 1;
  constructor(
    private readonly a: number,
    b: string,
  ) {
    super();
    function hidden() {}
  }
  get level(): number { return 1; }
  abstract turn(): void;
  bound = () => 3;
}
export interface Port {
  name: string;
  open(): void;
}
export type Pair = { a: 1 };
export enum Kind { A, B }
export const double = (n: number): number => {
  const inner = () => n;
  return n * 2;
};
export default function () {}
namespace Deep {
  export function far() {}
}
const Anonymous = class { m() {} };
export const LIMIT = 3;
const notExported = 4;
function* each() {}
`;
  const expected = lines(
    '5-17 export abstract class Tide<T> extends Base',
    '6   readonly height = 1',
    '7-13   constructor( private readonly a: number, b: string, )',
    '14   get level(): number',
    '15   abstract turn(): void',
    '16   bound = ()',
    '18-21 export interface Port',
    '20   open(): void',
    '22 export type Pair = { a: 1 }',
    '23 export enum Kind',
    '24-27 export const double = (n: number): number',
    '28 export default function ()',
    '29-31 namespace Deep',
    '30   export function far()',
    '32 const Anonymous = class',
    '32   m()',
    '33 export const LIMIT = 3',
    '35 function* each()',
  );
  test.each(['a.ts', 'a.mts', 'a.tsx'])('TypeScript: %s', async (path) => {
    expect(await definitions(path, script)).toEqual(expected);
  });

  test('JavaScript', async () => {
    const code = `class A {
  x = 1;
  static async *n() {}
}
exports.find = function (a) {
  return a;
};
var old = function () {};
async function main() {}
let quiet = 1;
`;
    expect(await definitions('a.js', code)).toEqual(
      lines(
        '1-4 class A',
        '2   x = 1',
        '3   static async *n()',
        '5-7 exports.find = function (a)',
        '8 var old = function ()',
        '9 async function main()',
      ),
    );
  });

  test('JSX in JavaScript and TSX', async () => {
    expect(await definitions('a.jsx', 'export function App() {\n  return <p>hi</p>;\n}\n')).toEqual(
      lines('1-3 export function App()'),
    );
    expect(await definitions('a.tsx', 'export const App = () => <p>hi</p>;\n')).toEqual(
      lines('1 export const App = ()'),
    );
  });

  test('Python', async () => {
    const code = `@dataclass
class A(Base):
    x = 1

    @property
    def level(self) -> int:
        def inner(): pass
        return 1


async def fetch(a,
                b=2):
    pass

if TYPING:
    def late(): ...
`;
    expect(await definitions('a.py', code)).toEqual(
      lines('2-8 class A(Base)', '6-8   def level(self) -> int', '11-13 async def fetch(a, b=2)', '16 def late()'),
    );
  });

  test('Go', async () => {
    const code = `package a

type S struct {
	A int
}

type (
	Port interface {
		Open(name string) error
	}
	Fn func() error
)

func (s *S) M(a int) error { return nil }
func G[T any](t T) {}

const X = 1

var Y, Z int
`;
    expect(await definitions('a.go', code)).toEqual(
      lines(
        '3-5 type S struct',
        '8-10 type Port interface',
        '9   Open(name string) error',
        '11 type Fn func() error',
        '14 func (s *S) M(a int) error',
        '15 func G[T any](t T)',
        '17 const X = 1',
        '19 var Y, Z int',
      ),
    );
  });

  test('Rust', async () => {
    const code = `pub struct S { a: i32 }
enum E { A }
pub trait Port {
    const C: i32;
    fn open(&self) -> bool;
    fn twice(&self) {}
}
impl<T> Port for S {
    fn open(&self) -> bool { true }
}
mod inner {
    pub fn g() {}
}
macro_rules! mm { () => {} }
pub async fn f<T>(t: T) -> i32
where
    T: Port,
{
    1
}
static D: i32 = 2;
type A = i32;
`;
    expect(await definitions('a.rs', code)).toEqual(
      lines(
        '1 pub struct S',
        '2 enum E',
        '3-7 pub trait Port',
        '4   const C: i32',
        '5   fn open(&self) -> bool',
        '6   fn twice(&self)',
        '8-10 impl<T> Port for S',
        '9   fn open(&self) -> bool',
        '11-13 mod inner',
        '12   pub fn g()',
        '14 macro_rules! mm { () => {} }',
        '15-20 pub async fn f<T>(t: T) -> i32 where T: Port',
        '21 static D: i32 = 2',
        '22 type A = i32',
      ),
    );
  });

  test('Java', async () => {
    const code = `package a;

@Entity(name = "x")
public class A<T> extends B implements C {
    private int x, y = 1;
    public A() {}
    @Override
    public int level(int a) {
        return 1;
    }
    static class In { void n() {} }
}
interface I { void m(); }
enum E { A, B; void z() {} }
record R(int a) { }
`;
    expect(await definitions('a.java', code)).toEqual(
      lines(
        '4-12 public class A<T> extends B implements C',
        '5   private int x, y = 1',
        '6   public A()',
        '8-10   public int level(int a)',
        '11   static class In',
        '11     void n()',
        '13 interface I',
        '13   void m()',
        '14 enum E',
        '14   void z()',
        '15 record R(int a)',
      ),
    );
  });
});

describe('a folder', () => {
  test('lists the files below it, near ones first, without ignored ones and links that lead out', async () => {
    const { context, root, write, git } = makeWorkspace();
    write('.gitignore', 'out/\n');
    write('src/deep/b.py', 'def b(): pass\n');
    write('src/z.ts', 'export function z() {}\n');
    write('src/notes.txt', 'function no() {}\n');
    write('src/out/c.ts', 'function ignored() {}\n');
    git('add', 'src/z.ts');
    const outside = join(dirname(root), 'outside.ts');
    writeFileSync(outside, 'export const secret = () => 1;\n');
    symlinkSync(outside, join(root, 'src/link.ts'));
    const { text } = await call(listCodeDefinitionsTool, { path: 'src' }, context);
    expect(text).not.toContain('secret');
    expect(text).toMatch(
      /^src\/link\.ts \[.*outside your working folder.*\]\nsrc\/z\.ts\n1\texport function z\(\)\nsrc\/deep\/b\.py\n1\tdef b\(\)$/,
    );
  });

  test('is capped and says how much is left', async () => {
    const { context, write } = makeWorkspace();
    for (let n = 0; n < 103; n++) write(`f${String(n).padStart(3, '0')}.ts`, `export function f${n}() {}\n`);
    const { text } = await call(listCodeDefinitionsTool, { path: '.' }, context);
    expect(text.match(/^\d+\t/gm)).toHaveLength(100);
    expect(text).toMatch(/3 more files/);
  });

  test('without source files says so', async () => {
    const { context, root } = makeWorkspace();
    mkdirSync(join(root, 'docs'));
    const { text, isError } = await call(listCodeDefinitionsTool, { path: 'docs' }, context);
    expect([text, isError]).toEqual([
      '`docs` holds no source files in TypeScript, TSX, JavaScript, Python, Go, Rust and Java.',
      false,
    ]);
  });
});

describe('what cannot be listed', () => {
  test.each([
    ['missing.ts', 'does not exist'],
    ['notes.txt', 'in no language that can be parsed here'],
    ['../x.ts', 'outside your working folder'],
    ['binary.ts', 'is binary'],
  ])('%s is an error with a next step', async (path, words) => {
    const { context, write } = makeWorkspace();
    write('notes.txt', 'x');
    write('binary.ts', Buffer.from([1, 0, 2]));
    const { text, isError } = await call(listCodeDefinitionsTool, { path }, context);
    expect(isError).toBe(true);
    expect(text).toContain(words);
  });

  test('a file with syntax errors lists what is there and says that it may not be all', async () => {
    const { context, write } = makeWorkspace();
    write('a.ts', 'export function good() {}\nclass {{{\n');
    const { text } = await call(listCodeDefinitionsTool, { path: 'a.ts' }, context);
    expect(text).toContain('syntax errors');
    expect(text).toContain('1\texport function good()');
  });

  test('an interrupt ends it', async () => {
    const { context, write } = makeWorkspace({ signal: AbortSignal.abort() });
    write('a.ts', 'export function good() {}\n');
    expect((await call(listCodeDefinitionsTool, { path: '.' }, context)).isError).toBe(true);
  });
});
