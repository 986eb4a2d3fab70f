import { useState } from 'react';
import type { OpenRequest } from '../../contract/api/quota/quota-answers.ts';
import { reportsWords } from '../../contract/plans/plan-words.ts';
import { messageOf } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { Field } from '../ui/form/field.tsx';
import { useSchemaForm } from '../ui/form/use-schema-form.ts';
import { askForReports } from './quota-offer.ts';

const USUAL = 10;

/** Asks whoever runs this installation; what was asked for and not answered yet can be changed. */
export function AskForm({ request }: { request: OpenRequest | null }) {
  const form = useSchemaForm(async () => (await import('./quota-rules.ts')).askRules, {
    reports: String(request?.reports ?? USUAL),
    reason: request?.reason ?? '',
  });
  const [fault, setFault] = useState<string | null>(null);
  const submit = form.submit(async (asked) => {
    try {
      await askForReports(asked);
    } catch (error) {
      setFault(messageOf(error, 'An API error occurred.'));
    }
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        setFault(null);
        void submit(event);
      }}
    >
      {request === null ? null : (
        <FormMessage kind="done">
          You asked for {reportsWords(request.reports)} on{' '}
          {new Date(request.asked_at).toLocaleDateString('en-US', { dateStyle: 'medium' })}. You get an email
          when they are added.
        </FormMessage>
      )}
      <Field
        label="How many reports?"
        inputMode="numeric"
        maxLength={4}
        fault={form.faultOf('reports')}
        {...form.field('reports')}
      />
      <Field
        label="What are they for?"
        maxLength={500}
        fault={form.faultOf('reason')}
        {...form.field('reason')}
      />
      {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
      <Button type="submit" busy={form.busy} look={request === null ? 'primary' : 'quiet'}>
        {request === null ? 'Ask for more' : 'Change what you asked for'}
      </Button>
    </form>
  );
}
