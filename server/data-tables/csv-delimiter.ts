/** What separates the columns of a CSV text, by its first line: comma, semicolon or tab, whichever stands there most. */
export function csvDelimiter(text: string): string {
  const header = text.slice(0, text.search(/\r|\n|$/));
  return [',', ';', '\t'].sort((a, b) => header.split(b).length - header.split(a).length)[0] ?? ',';
}
