import { useState } from 'react';
import { Button } from '../button.tsx';

/** A button that asks before it does what is not easily undone. */
export function AskingButton({
  name,
  question,
  yes,
  busy,
  look = 'danger',
  onYes,
}: {
  name: string;
  question: string;
  yes: string;
  busy: boolean;
  /** Of the button that does it. */
  look?: 'danger' | 'primary';
  onYes: () => void;
}) {
  const [asking, setAsking] = useState(false);
  if (!asking)
    return (
      <Button look="quiet" busy={busy} className="justify-self-start" onClick={() => setAsking(true)}>
        {name}
      </Button>
    );
  return (
    <fieldset className="grid gap-2 rounded-md bg-warn-soft p-3 text-sm">
      <legend className="sr-only">{name}?</legend>
      <p>{question}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          look={look}
          autoFocus
          onClick={() => {
            setAsking(false);
            onYes();
          }}
        >
          {yes}
        </Button>
        <Button look="quiet" onClick={() => setAsking(false)}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}
