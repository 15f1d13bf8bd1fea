export function Kbd({ keys }: { readonly keys: string }) {
  return <kbd className="kbd">{keys}</kbd>;
}
