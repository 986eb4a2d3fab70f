const NUMBER = /(\$\d[\d,]*(?:\.\d+)?|\d+(?:\.\d+)?(?:–\d+(?:\.\d+)?)? ?%|\d+(?:\.\d+)? h\b)/;

/** A sentence cut at its dollars, percents and hours; `at` is where a piece begins. */
export function cutAtNumbers(text: string): { text: string; is_number: boolean; at: number }[] {
  let at = 0;
  return text.split(NUMBER).map((piece, nth) => {
    const start = at;
    at += piece.length;
    return { text: piece, is_number: nth % 2 === 1, at: start };
  });
}
