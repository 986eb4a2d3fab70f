/** A name inside a sentence, `front bumper`: an abbreviation keeps its capitals, `VAT`, `A/C condenser`. */
export const inSentence = (name: string): string =>
  /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
