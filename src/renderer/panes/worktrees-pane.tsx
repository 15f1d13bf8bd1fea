export function WorktreesPane(_: { readonly branch: string }) {
  return null;
}
