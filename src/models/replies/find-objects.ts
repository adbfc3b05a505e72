/** Follows JSON objects in a text by their brackets, without parsing them. */

/** An object in a text. */
export interface FoundObject {
  /** The position after its closing brace; null when the text ends before it. */
  end: number | null;
  /** Of an object without an end: its whole fields and whole elements of lists, closed again; empty when there are none. */
  whole: string;
  /** Whether the text ends inside a string. */
  endsInString: boolean;
}

/** Follows the object that opens at `start`, through strings and nested values. */
export function followObject(text: string, start: number): FoundObject {
  const open: string[] = [];
  let inString = false;
  let kept = { end: start, closing: '' };
  for (let at = start; at < text.length; at += 1) {
    const here = text[at];
    if (inString) {
      if (here === '\\') at += 1;
      else inString = here !== '"';
    } else if (here === '"') inString = true;
    else if (here === '{') open.push('}');
    else if (here === '[') open.push(']');
    else if (here === '}' || here === ']') {
      open.pop();
      if (open.length === 0) return { end: at + 1, whole: '', endsInString: false };
      if (endsElement(open)) kept = { end: at + 1, closing: open.toReversed().join('') };
    } else if (here === ',' && endsElement(open)) kept = { end: at, closing: open.toReversed().join('') };
  }
  return { end: null, whole: text.slice(start, kept.end) + kept.closing, endsInString: inString };
}

/** Whether all that was read is whole up to here: no element of a list is still open. */
function endsElement(open: readonly string[]): boolean {
  const list = open.indexOf(']');
  return list === -1 || list === open.length - 1;
}
