/** Writes all YAML of this program, with the same options. */
import { Document, Scalar, type ScalarTag, Schema } from 'yaml';

/** Quotes texts of blank lines, which would otherwise become a literal block and lose the spaces in those lines. */
const blankLines: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) => typeof value === 'string' && /^\s*\n\s*$/.test(value),
  createNode: (_, value) => Object.assign(new Scalar(value), { type: Scalar.QUOTE_DOUBLE }),
  resolve: (text) => text,
};

const schema = new Schema({ schema: 'core', customTags: (tags) => [blankLines, ...tags] });

/**
 * Writes plain data as YAML. Every string is read back unchanged, including control characters, lone surrogates and line ends,
 * which the library escapes where necessary.
 */
export function writeYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false, schema });
  return document.toString({
    lineWidth: 0,
    blockQuote: 'literal',
    // A double-quoted text stays on one line, whatever its length, since it would lose blanks if it were broken.
    doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY,
  });
}
