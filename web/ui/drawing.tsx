import { useEffect, useRef } from 'react';

/** An SVG document of our own drawing put into the page; parsed as a document, so nothing in it is run. */
export function Drawing({ svg, className }: { svg: string; className?: string }) {
  const holder = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    holder.current?.replaceChildren(document.importNode(parsed, true));
  }, [svg]);
  return <span ref={holder} className={className} />;
}
