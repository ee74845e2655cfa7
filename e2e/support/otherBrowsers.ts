import type { BrowserContext, Page } from '@playwright/test';

/** As where the setting “block all site data” is on: reading the name of a storage throws. */
export const blockStorage = (where: BrowserContext | Page): Promise<unknown> =>
  where.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });

/** Does what a browser's translation does, now and to what is drawn later: each text moves into a `<font>` of its own. */
export const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const kept = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'TITLE', 'FONT', 'OPTION']);
    const one = (text: Node): void => {
      const parent = text.parentElement;
      if (!text.nodeValue?.trim() || !parent || kept.has(parent.nodeName)) return;
      const inner = document.createElement('font');
      inner.textContent = text.nodeValue;
      const outer = document.createElement('font');
      outer.append(inner);
      parent.replaceChild(outer, text);
    };
    const all = (root: Node): void => {
      const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walk.nextNode()) texts.push(walk.currentNode);
      texts.forEach(one);
    };
    all(document.body);
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) (node.nodeType === Node.TEXT_NODE ? one : all)(node);
    }).observe(document.body, { childList: true, subtree: true });
  });
