/**
 * Lets React go on in a page that the browser translates. A translation puts each text into a `<font>` of its own and takes
 * React's text out of the page; React then fails when it puts something before that text or removes it, and changes of the
 * text are not seen (https://github.com/facebook/react/issues/11538). Here the `<font>` stands for its text.
 */
export function surviveTranslation(): void {
  const fonts = new WeakMap<Node, Node>();
  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const font = fonts.get(target);
      if (font) font.textContent = target.nodeValue;
    }
  });
  const notice = (records: MutationRecord[]): void => {
    for (const { removedNodes, addedNodes, previousSibling } of records)
      for (const text of removedNodes) {
        const font = [...addedNodes, previousSibling].find((node) => node?.nodeName === 'FONT');
        if (text.nodeType !== Node.TEXT_NODE || text.parentNode || !font) continue;
        fonts.set(text, font);
        changes.observe(text, { characterData: true });
      }
  };
  const observer = new MutationObserver(notice);
  observer.observe(document, { childList: true, subtree: true });

  /** What is in the page for this node. */
  const shown = <N extends Node | null>(node: N): Node | N => {
    if (!node || node.parentNode || node.nodeType !== Node.TEXT_NODE) return node;
    notice(observer.takeRecords());
    return fonts.get(node) ?? node;
  };
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function <N extends Node>(this: Node, node: N, before: Node | null): N {
    const at = shown(before);
    return insertBefore.call(this, node, at && at !== before && at.parentNode !== this ? null : at) as N;
  };
  Node.prototype.removeChild = function <N extends Node>(this: Node, node: N): N {
    const there = shown(node);
    if (there === node) return removeChild.call(this, node) as N;
    if (there.parentNode === this) removeChild.call(this, there);
    return node;
  };
}
