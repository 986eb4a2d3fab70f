import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../account/use-session.ts';
import { messageOf } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { Field, inputLook } from '../ui/form/field.tsx';
import { useSchemaForm } from '../ui/form/use-schema-form.ts';
import { ProfileFields, type TypedProfile } from './profile-fields.tsx';

type Typed = TypedProfile & { email: string; about: string; terms_dated: boolean };

/** A retailer asks to join the partner network; signed in, with the address of the account. */
export function ApplicationForm() {
  const email = useSession()?.userEmail ?? null;
  const form = useSchemaForm(async () => (await import('./profile-rules.ts')).applicationRules, {
    company: '',
    contact_name: '',
    phone: '',
    website: '',
    states: [],
    makes: [],
    email: email ?? '',
    about: '',
    terms_dated: false,
  } satisfies Typed);
  const [outcome, setOutcome] = useState<{ kind: 'error' | 'done'; text: string } | null>(null);
  const send = form.submit(async (application) => {
    try {
      const { applyAsPartner } = await import('../api/partners/own-partner.ts');
      setOutcome({ kind: 'done', text: await applyAsPartner(application) });
    } catch (error) {
      setOutcome({ kind: 'error', text: messageOf(error, 'An API error occurred.') });
    }
  });
  if (outcome?.kind === 'done')
    return (
      <div className="mt-4 grid max-w-3xl gap-3">
        <FormMessage kind="done">{outcome.text}</FormMessage>
        <p className="text-muted">
          {email === null
            ? 'Your partner page opens with a LotLens account of the same address, once that address is confirmed.'
            : 'Your partner page tells where your application stands.'}
        </p>
      </div>
    );
  return (
    <form
      noValidate
      aria-label="Application"
      className="mt-4 grid max-w-3xl gap-5 rounded-xl border border-rule bg-sheet p-4 sm:p-6"
      onSubmit={(event) => {
        setOutcome(null);
        void send(event);
      }}
    >
      {email === null ? (
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          hint="We answer to it, and your partner page opens with a LotLens account of this address."
          fault={form.faultOf('email')}
          {...form.field('email')}
        />
      ) : (
        <p className="text-sm">
          You apply as <span className="font-medium wrap-anywhere">{email}</span>, the address of your
          account.
        </p>
      )}
      <ProfileFields field={form.field} faultOf={form.faultOf} choose={form.choose} />
      <About input={form.field('about')} fault={form.faultOf('about')} />
      <label className="flex items-start gap-2 text-sm">
        <input type="checkbox" className="mt-1" {...form.field('terms_dated')} />
        <span>
          I have read and accept the{' '}
          <Link to="/partner-terms" target="_blank" className="underline hover:text-ink">
            partner terms
          </Link>
          .
        </span>
      </label>
      {form.faultOf('terms_dated') === undefined ? null : (
        <p className="text-sm text-fail">{form.faultOf('terms_dated')}</p>
      )}
      {outcome === null ? null : <FormMessage kind="error">{outcome.text}</FormMessage>}
      <Button type="submit" size="lg" busy={form.busy} className="justify-self-start">
        Send application
      </Button>
    </form>
  );
}

function About({ input, fault }: { input: object; fault: string | undefined }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor="about" className="text-sm font-medium">
        What you sell (optional)
      </label>
      <textarea id="about" rows={3} maxLength={2_000} className={`${inputLook} py-2`} {...input} />
      {fault === undefined ? null : <p className="text-sm text-fail">{fault}</p>}
    </div>
  );
}
