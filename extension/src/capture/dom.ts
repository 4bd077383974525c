/* oxlint-disable typescript/unbound-method -- each is called with its element */
/**
 * Access to a page that may be hostile. A form can replace the methods and properties of itself and of
 * the document by naming its fields after them, so every access goes through the prototypes.
 */
const getAttribute = Element.prototype.getAttribute;
const closestOf = Element.prototype.closest;
const queryDocument = Document.prototype.querySelectorAll;
const queryElement = Element.prototype.querySelectorAll;
const parentOf = Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement')!.get!;
const previousOf = Object.getOwnPropertyDescriptor(Element.prototype, 'previousElementSibling')!
  .get!;
const nodeType = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeType')!.get!;
const documentTitle = Object.getOwnPropertyDescriptor(Document.prototype, 'title')!.get!;
const createTreeWalker = Document.prototype.createTreeWalker;
const checkVisibility = Element.prototype.checkVisibility;
const baseUri = Object.getOwnPropertyDescriptor(Node.prototype, 'baseURI')!.get!;
const localName = Object.getOwnPropertyDescriptor(Element.prototype, 'localName')!.get!;

export type Root = Document | Element;

const maxElements = 2_000;
const maxNodes = 1_000;

/** The first matching elements, in document order. */
export function allElements(root: Root, selector: string, max = maxElements): Element[] {
  const query = nodeType.call(root) === Node.DOCUMENT_NODE ? queryDocument : queryElement;
  const found = query.call(root, selector) as NodeListOf<Element>;
  return Array.from({ length: Math.min(found.length, max) }, (_, index) => found[index]!);
}

export const firstElement = (root: Root, selector: string): Element | null =>
  allElements(root, selector, 1)[0] ?? null;

export const attributeOf = (element: Element, name: string): string | null =>
  getAttribute.call(element, name);

export const closestElement = (element: Element, selector: string): Element | null =>
  closestOf.call(element, selector) as Element | null;

export const parentElement = (element: Element): Element | null =>
  parentOf.call(element) as Element | null;

export const childElements = (element: Element): Element[] =>
  allElements(element, ':scope > *', 100);

export const previousElement = (element: Element): Element | null =>
  previousOf.call(element) as Element | null;

export const tagName = (element: Element): string => localName.call(element) as string;

export const isDisplayed = (element: Element): boolean => checkVisibility.call(element);

/** The address that a link leads to. */
export const targetOf = (element: Element): string | null => {
  const href = attributeOf(element, 'href');
  return href === null ? null : (URL.parse(href, baseUri.call(element) as string)?.href ?? null);
};

export const titleOf = (page: Document): string =>
  (documentTitle.call(page) as string).slice(0, 500);

const notText = new Set(['script', 'style', 'template', 'noscript', 'svg']);
const inline = new Set(
  'a abbr b bdi bdo cite em font i mark span strong sub sup time u wbr'.split(' '),
);

/**
 * The blocks of text in an element, each without extra spaces. Ends after `maxLength` characters and
 * a limited number of nodes, however large the element is.
 */
export function textBlocks(page: Document, element: Element, maxLength = 1_000): string[] {
  const walker = createTreeWalker.call(
    page,
    element,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) =>
      nodeType.call(node) === Node.ELEMENT_NODE && notText.has(tagName(node as Element))
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  );
  const blocks: string[] = [];
  let current = '';
  let block: Element | null = null;
  let length = 0;
  for (let count = 0; count < maxNodes && length < maxLength; count += 1) {
    const node = walker.nextNode();
    if (!node) break;
    if (nodeType.call(node) === Node.ELEMENT_NODE) {
      if (tagName(node as Element) === 'br') block = null;
      continue;
    }
    const owner = blockOf(node);
    if (owner !== block) {
      blocks.push(current);
      current = '';
      block = owner;
    }
    const text = (node as Text).data.slice(0, maxLength).replace(/\s+/g, ' ');
    current += text;
    length += text.length;
  }
  return [...blocks, current].map((text) => text.replace(/\s+/g, ' ').trim()).filter(Boolean);
}

function blockOf(node: Node): Element | null {
  let owner = parentOf.call(node) as Element | null;
  for (let depth = 0; owner && depth < 20 && inline.has(tagName(owner)); depth += 1)
    owner = parentElement(owner);
  return owner;
}

/** The text of an element as it reads, up to a length. */
export const textOf = (page: Document, element: Element, maxLength = 1_000): string =>
  textBlocks(page, element, maxLength).join(' ');

/** The whole text of a script element, or null if it is longer than `maxLength`. */
export function scriptText(element: Element, maxLength: number): string | null {
  const text = textContentOf.call(element) as string;
  return text.length > maxLength ? null : text;
}
const textContentOf = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')!.get!;
