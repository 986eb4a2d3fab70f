/** The three marketing pages per audience, as data. Claims are those of the specification only. */
export type Audience = {
  title: string;
  lead: string;
  points: readonly (readonly [title: string, text: string])[];
  close: string;
  contact: 'support' | 'sales';
};

export const AUDIENCES = {
  repairs: {
    title: 'For repair workshops',
    lead: 'Decide in a minute whether a lot is worth rebuilding. Parts, hours and a cost range, before the auction opens.',
    points: [
      [
        'Parts with their numbers',
        'OEM numbers as the catalog writes them, variants side by side, and links to suppliers for each.',
      ],
      [
        'Hours by operation',
        'Body, refinish, structural, mechanical, glass and diagnostic labor, with the rate each was counted at.',
      ],
      [
        'What may hide behind it',
        'Parts that usually suffer with the visible damage stand in a block of their own, counted by their probability.',
      ],
    ],
    close: 'Questions before you start? Write to us.',
    contact: 'support',
  },
  retailers: {
    title: 'For parts retailers',
    lead: 'Meet buyers at the moment they know exactly which part they need.',
    points: [
      [
        'Asked for by number',
        'A report links each part by its OEM number, so what people open is what they need.',
      ],
      [
        'You pay a commission only',
        'Retailer partners pay a commission only: no listing fee, no subscription.',
      ],
      ['Partner links disclosed', 'Partner links are labeled as such in every report.'],
    ],
    close: 'Questions before you apply? Write to us.',
    contact: 'sales',
  },
  insurance: {
    title: 'For insurance companies',
    lead: 'A number an adjuster can defend, because every line says where it comes from.',
    points: [
      [
        'Three figures, not one',
        'Low, likely and high for each line and for the whole, beside the figure the seller declares.',
      ],
      [
        'What was and was not examined',
        'The head of every report says which photos were looked at and which sides nobody photographed.',
      ],
      ['Consistent results', 'One set of versioned tables; the report names the versions it was made with.'],
    ],
    close: 'Talk to us about volume and your own labor rates.',
    contact: 'sales',
  },
} as const satisfies Record<string, Audience>;
export type AudienceName = keyof typeof AUDIENCES;
