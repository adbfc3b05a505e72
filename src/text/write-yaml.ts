/** Writing YAML with the options of this program; the library is the only writer. */
import { Document, Scalar, visit } from 'yaml';

/**
 * Writes plain data as YAML. Every string comes back as it was, control characters, lone surrogates and line ends
 * included: what YAML cannot carry plainly, the library writes as an escape.
 */
export function writeYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (_, node) => {
      // A text of blank lines alone would become a literal block, in which the spaces of its lines are lost.
      if (typeof node.value === 'string' && /^\s*\n\s*$/.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({
    lineWidth: 0,
    blockQuote: 'literal',
    // Broken over lines, a double-quoted text loses blanks: it stays on one line, whatever its length.
    doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY,
  });
}
