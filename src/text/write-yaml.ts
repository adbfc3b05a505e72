/** Writing YAML with the options of this program; the library is the only writer. */
import { Document, Scalar, type ScalarTag, Schema } from 'yaml';

/** A text of blank lines would become a literal block, which loses the spaces in those lines. */
const blankLines: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) => typeof value === 'string' && /^\s*\n\s*$/.test(value),
  createNode: (_, value) => Object.assign(new Scalar(value), { type: Scalar.QUOTE_DOUBLE }),
  resolve: (text) => text,
};

const schema = new Schema({ schema: 'core', customTags: (tags) => [blankLines, ...tags] });

/**
 * Writes plain data as YAML. Every string comes back as it was, control characters, lone surrogates and line ends
 * included: what YAML cannot carry plainly, the library writes as an escape.
 */
export function writeYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false, schema });
  return document.toString({
    lineWidth: 0,
    blockQuote: 'literal',
    // Broken over lines, a double-quoted text loses blanks: it stays on one line, whatever its length.
    doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY,
  });
}
