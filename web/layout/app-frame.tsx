import { Link } from '@tanstack/react-router';
import { Info } from 'lucide';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { sitesOffered } from '../../contract/sites.ts';
import { useUnitsKey } from '../api/session/shown-units.ts';
import { signOut } from '../api/session/sign-out.ts';
import { useMe } from '../api/session/use-me.ts';
import { LotForm } from '../lot-entry/lot-form.tsx';
import { MAKES } from '../marketing/makes.ts';
import { QuotaDialog } from '../quota/get-more.tsx';
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx';
import { useCloseOutside } from '../ui/dialog/use-close-outside.ts';
import { Icon } from '../ui/icon.tsx';
import { Lens } from '../ui/lens.tsx';
import { FRAME_FIELD, FRAME_MAIN, FRAME_ROW } from './frame-outline.tsx';
import { UnitsNote } from './units-note.tsx';

const DIALOGS = {
  Profile: lazyDialog(async () => (await import('../account/profile-dialog.tsx')).ProfileDialog),
  'Account Settings': lazyDialog(async () => (await import('../account/settings-dialog.tsx')).SettingsDialog),
  'Get More Reports': QuotaDialog,
  'Change Password': lazyDialog(
    async () => (await import('../account/change-password-dialog.tsx')).ChangePasswordDialog,
  ),
} as const;
type DialogName = keyof typeof DIALOGS;
const DIALOG_NAMES = Object.keys(DIALOGS) as DialogName[];

/** Head of the signed-in pages: logo that shows work, the field, and the account. */
export function AppFrame({ busy, children }: { busy: boolean; children: ReactNode }) {
  const units = useUnitsKey();
  return (
    <div className="min-h-dvh">
      {/* On a phone or at 400% zoom a head that stays would cover half of what is read, and its menus would end below it. */}
      <header className="relative top-0 z-30 print:hidden border-b border-rule bg-paper [@media(min-width:40rem)_and_(min-height:30rem)]:sticky">
        <div className={FRAME_ROW}>
          <Link
            to="/reports"
            className="flex min-h-10 w-fit items-center pointer-coarse:min-h-11 pointer-coarse:min-w-11 gap-2 font-semibold tracking-tight"
          >
            <Lens busy={busy} />
            <span className="max-lg:sr-only">LotLens</span>
            {busy ? <span className="sr-only">A report is being made</span> : null}
          </Link>
          {/* On phones the field has a row of its own: a link must be seen to be checked. */}
          <div className={FRAME_FIELD}>
            <LotForm size="bar" />
          </div>
          <SearchInfo />
          <AccountMenu />
        </div>
      </header>
      <main key={units} className={FRAME_MAIN}>
        {children}
        <UnitsNote />
      </main>
    </div>
  );
}

/** Shown while the pointer is over it or the keyboard on it; a press keeps it until the next. */
function SearchInfo() {
  const details = useCloseOutside();
  const shownByLook = useRef(false);
  const look = (at: boolean): void => {
    const info = details.current;
    if (info === null || (at ? info.open : !shownByLook.current)) return;
    info.open = at;
    shownByLook.current = at;
  };
  useEffect(() => {
    const summary = details.current?.querySelector('summary');
    const keep = (event: Event): void => {
      if (shownByLook.current && details.current?.open) event.preventDefault();
      shownByLook.current = false;
    };
    summary?.addEventListener('click', keep);
    return () => summary?.removeEventListener('click', keep);
  }, [details]);
  return (
    <details
      ref={details}
      className="shrink-0 sm:relative"
      onPointerEnter={({ pointerType }) => (pointerType === 'mouse' ? look(true) : undefined)}
      onPointerLeave={({ pointerType }) => (pointerType === 'mouse' ? look(false) : undefined)}
      onFocus={({ target }) => (target.matches(':focus-visible') ? look(true) : undefined)}
      onBlur={() => look(false)}
    >
      <summary
        aria-label="Supported makes and sites"
        className="grid size-10 list-none place-items-center rounded-md text-muted pointer-coarse:size-11 hover:bg-sunken hover:text-ink"
      >
        <Icon shape={Info} size={18} />
      </summary>
      <div className="absolute inset-x-4 top-full z-40 mt-1 rounded-lg border border-rule bg-sheet p-4 text-sm shadow-xl sm:right-0 sm:left-auto sm:w-72">
        <p className="font-semibold">Supported sites</p>
        <p className="mt-1 text-muted">{sitesOffered('and')}</p>
        <p className="mt-3 font-semibold">Supported makes</p>
        <p className="mt-1 text-muted">{MAKES.join(', ')}</p>
      </div>
    </details>
  );
}

function AccountMenu() {
  const me = useMe().data;
  const details = useCloseOutside();
  const [open, setOpen] = useState<DialogName | null>(null);
  const OpenDialog = open === null ? null : DIALOGS[open];
  const initials = me ? `${initial(me.first_name)}${initial(me.last_name)}`.toUpperCase() : '';
  const item =
    'flex min-h-10 w-full pointer-coarse:min-h-11 items-center rounded-md px-3 text-left text-sm hover:bg-sunken';
  return (
    <>
      <details ref={details} className="relative">
        <summary className="figures grid size-10 list-none place-items-center rounded-full border border-transparent pointer-coarse:size-11 bg-ink text-sm font-semibold text-paper">
          <span className="sr-only">Account menu </span>
          {initials}
        </summary>
        <div className="absolute right-0 z-40 mt-1 w-64 rounded-lg border border-rule bg-sheet p-2 shadow-xl">
          <div className="border-b border-rule px-3 pt-1 pb-3">
            <p className="font-semibold wrap-anywhere">
              {me ? `${me.first_name} ${me.last_name}` : 'Account'}
            </p>
            <p className="text-sm break-all text-muted">{me?.email}</p>
          </div>
          <div className="pt-2">
            {DIALOG_NAMES.map((name) => (
              <button
                key={name}
                type="button"
                className={item}
                onClick={() => {
                  // Where the dialog gives the focus back: the entry pressed is hidden with the menu.
                  details.current?.querySelector('summary')?.focus();
                  if (details.current) details.current.open = false;
                  setOpen(name);
                }}
              >
                {name}
              </button>
            ))}
            {me?.partner ? (
              <Link to="/partners" className={item}>
                Partner
              </Link>
            ) : null}
            {me?.operator ? (
              <Link to="/operator/$" params={{}} className={item}>
                Operator
              </Link>
            ) : null}
            <button type="button" className={item} onClick={() => void signOut()}>
              Logout
            </button>
          </div>
        </div>
      </details>
      {OpenDialog === null ? null : <OpenDialog onClose={() => setOpen(null)} />}
    </>
  );
}

/** The first character, whole: an emoji is two units of the string. */
const initial = (name: string): string => [...name][0] ?? '';
