import { useState } from 'react';
import type { Partner } from '../../contract/partners/partner.ts';
import { messageOf } from '../api/api-error.ts';
import { editOwnPartner } from '../api/partners/own-partner.ts';
import { Button } from '../ui/button.tsx';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { useSchemaForm } from '../ui/form/use-schema-form.ts';
import { ProfileFields, type TypedProfile } from './profile-fields.tsx';

/** What a retailer says about itself, which it may change. */
export function ProfileSection({ partner }: { partner: Partner }) {
  const form = useSchemaForm(async () => (await import('./profile-rules.ts')).profileRules, {
    company: partner.company,
    contact_name: partner.contact_name ?? '',
    phone: partner.phone ?? '',
    website: partner.website ?? '',
    states: partner.states,
    makes: partner.makes,
  } satisfies TypedProfile);
  const [outcome, setOutcome] = useState<{ kind: 'error' | 'done'; text: string } | null>(null);
  const save = form.submit(async (profile) => {
    try {
      await editOwnPartner(profile);
      setOutcome({ kind: 'done', text: 'Saved.' });
    } catch (error) {
      setOutcome({ kind: 'error', text: messageOf(error, 'An API error occurred.') });
    }
  });
  return (
    <section aria-label="Profile">
      <h2 className="text-lg font-semibold">Profile</h2>
      <form
        noValidate
        className="mt-3 grid gap-5"
        onSubmit={(event) => {
          setOutcome(null);
          void save(event);
        }}
      >
        <ProfileFields field={form.field} faultOf={form.faultOf} choose={form.choose} />
        {partner.website === partner.approved_website || partner.commission === null ? null : (
          <p className="text-sm wrap-anywhere">
            We have not approved this website yet. Links of your stock may lead to{' '}
            {partner.approved_website ?? 'no site'} until then.
          </p>
        )}
        {outcome === null ? null : <FormMessage kind={outcome.kind}>{outcome.text}</FormMessage>}
        <Button type="submit" busy={form.busy} className="justify-self-start">
          Save profile
        </Button>
      </form>
    </section>
  );
}
