import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { applicationSchema, partnerProfileSchema } from '../../contract/partners/partner.ts';
import { PARTNER_TERMS_DATED } from '../../contract/partners/partner-terms.ts';

/** What is checked before a profile or an application is sent: the contract's own schemas, of what was typed. */

const orNone = (text: string): string | null => text.trim() || null;
const typedProfile = {
  company: partnerProfileSchema.shape.company,
  contact_name: partnerProfileSchema.shape.contact_name,
  phone: z.string().transform(orNone).pipe(partnerProfileSchema.shape.phone),
  website: z.string().transform(orNone).pipe(partnerProfileSchema.shape.website),
  states: partnerProfileSchema.shape.states,
  makes: partnerProfileSchema.shape.makes,
};
export const profileRules = zodResolver(z.object(typedProfile));
export const applicationRules = zodResolver(
  z.object({
    ...typedProfile,
    email: applicationSchema.shape.email,
    about: applicationSchema.shape.about,
    terms_dated: z
      .boolean()
      .refine((agreed) => agreed, 'Please read and accept the partner terms.')
      .transform((): typeof PARTNER_TERMS_DATED => PARTNER_TERMS_DATED),
  }),
);
