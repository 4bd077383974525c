/** Longer styles are dropped. */
const maxStyleLength = 4_000;

const properties = new Set(
  (
    'background background-color border-collapse border-spacing caption-side clear color direction display float ' +
    'font font-family font-size font-style font-variant font-weight height letter-spacing line-height list-style-type ' +
    'max-height max-width min-height min-width overflow-wrap table-layout text-align text-decoration text-indent ' +
    'text-transform vertical-align white-space width word-break word-spacing word-wrap'
  ).split(' '),
);
const families =
  /^(?:margin|padding|border)(?:-(?:top|right|bottom|left))?(?:-(?:width|style|color))?$|^border-radius$/;

/** Colors are the only functions, so that nothing can refer to something else. */
const value = /^(?:[\w\s#.,%'"!/+-]|\b(?:rgb|rgba|hsl|hsla)\([\d\s.,%/]{1,60}\))+$/i;
const maxValueLength = 200;

/** The declarations of a style attribute that only change how text and tables look. */
export function safeStyle(style: string): string {
  if (style.length > maxStyleLength) return '';
  return style
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
      const given = declaration.slice(colon + 1).trim();
      const isSafe =
        (properties.has(name) || families.test(name)) &&
        given.length <= maxValueLength &&
        value.test(given);
      return isSafe ? [`${name}:${given}`] : [];
    })
    .join(';');
}
