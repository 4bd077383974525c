import sanitize from 'sanitize-html';

export interface SafeHtml {
  html: string;
  /** Whether the message has images on other servers, shown or not. */
  hasRemoteImages: boolean;
}

/** Longer HTML is cut. */
export const maxHtmlLength = 256 * 1024;
const maxDepth = 100;
/** The parser takes quadratic time for the depth, which cannot exceed the number of elements. */
const maxElements = 10_000;
const maxUrlLength = 2_000;

const tags = (names: string): string[] => names.split(' ');
const allowedTags = tags(
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del ' +
    'dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ' +
    'ol p pre q s samp section small span strike strong sub sup table tbody td tfoot th thead tr tt u ul ' +
    'var wbr',
);
/** Their content is no text of the message, or is parsed in another way. */
const droppedTags = tags(
  'script style title textarea option select xmp noembed noframes plaintext iframe template svg ' +
    'math object audio video canvas',
);

const tableAttributes = ['align', 'valign', 'bgcolor', 'width', 'height'];
const cellAttributes = [...tableAttributes, 'colspan', 'rowspan', 'nowrap'];
/** No id, class or name: nothing in the message can be addressed from elsewhere. */
const allowedAttributes = {
  '*': ['style', 'dir', 'lang', 'title', 'align'],
  a: ['href', 'target', 'rel'],
  col: ['span', ...tableAttributes],
  colgroup: ['span', ...tableAttributes],
  font: ['color', 'face', 'size'],
  hr: ['size', 'width', 'color'],
  img: ['src', 'alt', 'width', 'height', 'border', 'hspace', 'vspace', 'referrerpolicy'],
  li: ['type', 'value'],
  ol: ['start', 'type'],
  ul: ['type'],
  table: [...tableAttributes, 'border', 'cellpadding', 'cellspacing'],
  tbody: tableAttributes,
  td: cellAttributes,
  tfoot: tableAttributes,
  th: cellAttributes,
  thead: tableAttributes,
  tr: tableAttributes,
};

type Attributes = Record<string, string>;

/**
 * HTML of a message that can be shown in a sandboxed frame: an allow-list of elements, attributes and
 * styles. Nothing in it loads by itself; images on other servers only with `images`. Runs in a worker
 * thread; see html-sanitizer.ts.
 */
export function safeHtml(html: string, { images }: { images: boolean }): SafeHtml {
  let hasRemoteImages = false;
  const image = (attributes: Attributes): Attributes => {
    const { src = '', ...rest } = attributes;
    const source = imageSource(src);
    if (source?.isRemote) hasRemoteImages = true;
    return source && (images || !source.isRemote)
      ? { ...rest, src: source.url, referrerpolicy: 'no-referrer' }
      : rest;
  };
  const safe = sanitize(limitHtml(html), {
    allowedTags,
    nonTextTags: droppedTags,
    allowedAttributes,
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['https', 'data'] },
    allowProtocolRelative: false,
    nestingLimit: maxDepth,
    // Styles are checked below.
    parseStyleAttributes: false,
    transformTags: {
      a: (tagName, attributes) => ({ tagName, attribs: safeLink(attributes) }),
      img: (tagName, attributes) => ({ tagName, attribs: image(attributes) }),
      '*': (tagName, attributes) => ({ tagName, attribs: withSafeStyle(attributes) }),
    },
  });
  return { html: safe, hasRemoteImages };
}

function limitHtml(html: string): string {
  const cut = html.slice(0, maxHtmlLength);
  let elements = 0;
  for (const { index } of cut.matchAll(/<[a-z]/gi))
    if (++elements > maxElements) return cut.slice(0, index);
  return cut;
}

/** Every link opens a new tab that knows nothing of the console. */
function safeLink(attributes: Attributes): Attributes {
  const { href = '', target: _target, rel: _rel, ...rest } = attributes;
  const url = absoluteUrl(href);
  if (!url || !['http:', 'https:', 'mailto:'].includes(url.protocol)) return rest;
  return { ...rest, href: url.href, target: '_blank', rel: 'noopener noreferrer nofollow' };
}

function withSafeStyle({ style, ...rest }: Attributes): Attributes {
  const safe = style === undefined ? '' : safeStyle(style);
  return safe === '' ? rest : { ...rest, style: safe };
}

const inlineImage = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z\d+/=\s]+$/i;

/** The frame loads images by https only. Null for anything else, such as a part of the message. */
function imageSource(src: string): { url: string; isRemote: boolean } | null {
  if (inlineImage.test(src)) return { url: src.replaceAll(/\s/g, ''), isRemote: false };
  const url = absoluteUrl(src.trim().startsWith('//') ? `https:${src.trim()}` : src);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null;
  url.protocol = 'https:';
  return { url: url.href, isRemote: true };
}

const absoluteUrl = (text: string): URL | null =>
  text.length > maxUrlLength ? null : URL.parse(text);

/** Longer styles are dropped. */
const maxStyleLength = 4_000;

const allowedProperties = new Set(
  (
    'background background-color border-collapse border-spacing caption-side clear color direction display float ' +
    'font font-family font-size font-style font-variant font-weight height letter-spacing line-height list-style-type ' +
    'max-height max-width min-height min-width overflow-wrap table-layout text-align text-decoration text-indent ' +
    'text-transform vertical-align white-space width word-break word-spacing word-wrap'
  ).split(' '),
);
const propertyFamilies =
  /^(?:margin|padding|border)(?:-(?:top|right|bottom|left))?(?:-(?:width|style|color))?$|^border-radius$/;

/** Colors are the only functions, so that nothing can refer to something else. */
const safeValue = /^(?:[\w\s#.,%'"!/+-]|\b(?:rgb|rgba|hsl|hsla)\([\d\s.,%/]{1,60}\))+$/i;
const maxValueLength = 200;

/** The declarations of a style attribute that only change how text and tables look. */
export function safeStyle(style: string): string {
  if (style.length > maxStyleLength) return '';
  return style
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
      const value = declaration.slice(colon + 1).trim();
      const isSafe =
        (allowedProperties.has(name) || propertyFamilies.test(name)) &&
        value.length <= maxValueLength &&
        safeValue.test(value);
      return isSafe ? [`${name}:${value}`] : [];
    })
    .join(';');
}
