declare module 'd3-flextree' {
  export interface FlexNode<T> {
    readonly data: T;
    readonly x: number;
    readonly y: number;
    each(visit: (node: FlexNode<T>) => void): this;
  }
  export interface FlexLayout<T> {
    (tree: FlexNode<T>): FlexNode<T>;
    hierarchy(data: T): FlexNode<T>;
  }
  export interface FlexOptions<T> {
    readonly children: (data: T) => readonly T[];
    readonly nodeSize: (node: FlexNode<T>) => readonly [number, number];
    readonly spacing: (a: FlexNode<T>, b: FlexNode<T>) => number;
  }
  export function flextree<T>(options: FlexOptions<T>): FlexLayout<T>;
}
