import { X } from 'lucide';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { Icon } from '../../ui/icon.tsx';
import { goToLine, goToPlace, holderOfLine } from '../places.ts';
import { provenanceOf } from './provenance.ts';
import type { WhereLink } from './provenance-answer.ts';

type Props = {
  report: ReportModel;
  /** Key of the figure that was pressed. */
  of: string;
  button: HTMLElement;
  onPhoto: (number: number) => void;
  onClose: () => void;
};

/** The answer to "where does this come from?", beside the figure it was asked of. */
export function WherePopover({ report, of, button, onPhoto, onClose }: Props) {
  const popover = useRef<HTMLDivElement>(null);
  const { title, steps, source, basis, links } = provenanceOf(report, of);
  // Listens before it is shown: one that is closed at once is told too.
  useClosing(popover, onClose);
  useLayoutEffect(() => {
    const element = popover.current;
    if (element === null) return;
    // Some browsers do not focus what the pointer presses: closing gives the focus back to where it was.
    button.focus({ preventScroll: true });
    element.showPopover();
    place(element, button);
    element.focus({ preventScroll: true });
    // What comes late, or is opened, above the figure moves it: its answer goes along.
    const grown = new ResizeObserver(() => place(element, button));
    grown.observe(document.body);
    return () => grown.disconnect();
  }, [button]);
  return (
    <div
      ref={popover}
      popover="auto"
      role="dialog"
      aria-label={`Where this comes from: ${title}`}
      tabIndex={-1}
      className="absolute inset-auto m-0 max-h-[80dvh] w-[min(26rem,calc(100%-1.5rem))] overflow-y-auto rounded-lg border border-rule-strong bg-sheet p-4 text-left text-sm text-ink shadow-2xl outline-none"
    >
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 font-semibold wrap-anywhere">{title}</p>
        <button
          type="button"
          aria-label="Close"
          className="-mt-2 -mr-2 grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
          onClick={() => popover.current?.hidePopover()}
        >
          <Icon shape={X} />
        </button>
      </div>
      <ul className="figures mt-2 grid gap-1.5">
        {steps.map((step) => (
          <li key={step} className="wrap-anywhere">
            {step}
          </li>
        ))}
      </ul>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-rule pt-3">
        <dt className="text-muted">Source</dt>
        <dd className="min-w-0 break-words">{source}</dd>
        <dt className="text-muted">Basis</dt>
        <dd className="min-w-0">{basis}</dd>
      </dl>
      <ul className="mt-2 flex flex-wrap gap-x-4">
        {links.filter(isHere).map((link) => (
          <li key={link.text + targetOf(link)}>
            <Leads link={link} close={() => popover.current?.hidePopover()} onPhoto={onPhoto} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Tells when the popover has closed, by whatever way, and closes it once the keyboard leaves it. */
function useClosing(popover: RefObject<HTMLDivElement | null>, onClose: () => void): void {
  useLayoutEffect(() => {
    const element = popover.current;
    const toggled = (event: Event): void => {
      if (event instanceof ToggleEvent && event.newState === 'closed') onClose();
    };
    const left = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof Node && !element?.contains(relatedTarget)) element?.hidePopover();
    };
    element?.addEventListener('toggle', toggled);
    element?.addEventListener('focusout', left);
    return () => {
      element?.removeEventListener('toggle', toggled);
      element?.removeEventListener('focusout', left);
    };
  }, [popover, onClose]);
}

const GAP = 6;
const EDGE = 12;

/** Under the figure, or over it where there is no room; inside the window. */
function place(element: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = element;
  // Without the gutter that is kept free for a scroll bar.
  const across = document.documentElement.getBoundingClientRect().width;
  const left = Math.max(EDGE, Math.min(at.left, across - width - EDGE));
  const under = at.bottom + GAP;
  const fits = under + height + EDGE <= window.innerHeight;
  const over = at.top - GAP - height;
  const top =
    fits || over < EDGE ? Math.min(under, Math.max(EDGE, window.innerHeight - height - EDGE)) : over;
  element.style.left = `${left + window.scrollX}px`;
  element.style.top = `${top + window.scrollY}px`;
}

const targetOf = (link: WhereLink): string => {
  if (link.to === 'site') return link.url;
  return link.to === 'photo' ? 'photos-title' : link.to === 'line' ? `line-${link.id}` : link.id;
};
/** A shortened report shows no lines. */
const isHere = (link: WhereLink): boolean =>
  link.to === 'site' ||
  (link.to === 'line' ? holderOfLine(link.id) : document.getElementById(targetOf(link))) !== null;

type LeadsProps = { link: WhereLink; close: () => void; onPhoto: (number: number) => void };

function Leads({ link, close, onPhoto }: LeadsProps) {
  const look = 'inline-flex min-h-7 items-center text-signal underline pointer-coarse:min-h-11';
  if (link.to === 'site')
    return (
      <a className={look} href={link.url} target="_blank" rel="nofollow noopener noreferrer">
        {link.text}
      </a>
    );
  const go = (): void => {
    close();
    if (link.to === 'line') goToLine(link.id);
    else if (link.to === 'photo') onPhoto(link.number);
    else goToPlace(link.id);
  };
  return (
    <a
      className={look}
      href={`#${targetOf(link)}`}
      onClick={(event) => {
        event.preventDefault();
        go();
      }}
    >
      {link.text}
    </a>
  );
}
