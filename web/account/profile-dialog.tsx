import { useMe } from '../api/session/use-me.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';

/** Who is signed in. */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const me = useMe().data;
  const rows = [
    ['First name', me?.first_name],
    ['Last name', me?.last_name],
    ['Email', me?.email],
    ['Phone', me?.phone ?? 'Not given'],
  ] as const;
  return (
    <Dialog title="Profile" onClose={onClose}>
      <dl className="divide-y divide-rule border-y border-rule">
        {rows.map(([label, value]) => (
          <div key={label} className="grid grid-cols-[6rem_minmax(0,1fr)] gap-2 py-2.5">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
