import { maxTextLength } from '@outcrop/contract';
import { parse } from '@outcrop/contract/merge-tags';
import sanitize from 'sanitize-html';

/** HTML that may be sent, or what is wrong with it. */
interface SimpleHtml {
  html: string;
  /** Completes a sentence that starts with `steps`. */
  problem: string | null;
}

/**
 * Reduces HTML to simple tags and safe links. A variable inside of an attribute is a problem, because
 * its value could become a link to anywhere.
 */
export function simpleHtml(written: string): SimpleHtml {
  let hasVariableInAttribute = false;
  const reduce = (given: string): string =>
    sanitize(given, {
      allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'a', 'ul', 'ol', 'li'],
      allowedAttributes: { a: ['href'] },
      allowedSchemes: ['http', 'https', 'mailto'],
      allowProtocolRelative: false,
      nestingLimit: 30,
      onOpenTag: (_name, attributes) => {
        hasVariableInAttribute ||= Object.values(attributes).some((value) =>
          /\{\{|\}\}/.test(value),
        );
      },
    }).trim();
  // A dropped tag can leave a link in a link, which the second pass separates.
  const html = reduce(reduce(written));
  return { html, problem: problemWith(html, hasVariableInAttribute) };
}

function problemWith(html: string, hasVariableInAttribute: boolean): string | null {
  if (hasVariableInAttribute) return 'have a variable inside of an HTML attribute';
  if (html === '') return 'have an HTML body without any text that can be sent';
  if (html.length > maxTextLength)
    return `have an HTML body that is longer than ${maxTextLength.toLocaleString('en')} characters once special characters are escaped`;
  const [problem] = parse(html).problems;
  return problem === undefined ? null : `have an HTML body that ${problem}`;
}
