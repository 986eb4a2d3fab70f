/** Work by key: what is under way for a key is shared by all who ask for it meanwhile; once it ended the next to ask begins anew. */
export function shareWork<T>(): (key: string, begin: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  return (key, begin) => {
    let work = underWay.get(key);
    if (!work) {
      work = begin().finally(() => underWay.delete(key));
      underWay.set(key, work);
    }
    return work;
  };
}
