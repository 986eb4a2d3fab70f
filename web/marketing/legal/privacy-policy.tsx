import { LegalPage, type LegalText } from './legal-page.tsx';

const PRIVACY: LegalText = {
  title: 'Privacy Policy',
  dated: 'Effective 25 June 2025. Last updated 25 June 2025.',
  intro:
    'What LotLens keeps about you, why, for how long, and what you can do about it, on this website and in its reports.',
  sections: [
    {
      title: 'What we keep',
      paragraphs: [
        'Your account: first and last name, email address, a phone number if you give one, and your password as a one-way hash that cannot be turned back into it.',
        'Your sessions: when you signed in, from which address and with which browser, so that you can see and end them.',
        'Your work: the lot links you submit, the vehicle facts and photos of those lots, the reports made from them, and pages or photos you send us yourself.',
        'Technical records: requests with their time, status and duration, without passwords and tokens, to keep the service running and safe.',
      ],
    },
    {
      title: 'Why we keep it',
      paragraphs: [
        'To make and show your reports, to sign you in, to count your quota, to answer you, and to protect the service from abuse. We do not sell personal data and show no advertising built on it.',
        'Vehicle photos may be sent to a provider of image analysis when this installation uses one; the report names the engine it was made with.',
      ],
    },
    {
      title: 'Who else sees it',
      paragraphs: [
        'Nobody but the providers that run the service for us (hosting, storage, mail), who act on our instructions, and authorities where the law obliges us.',
        'A report is visible to you alone unless you choose to share it. What you send from your own browser is used for your own reports only.',
        'Supplier links lead to other sites with policies of their own; a dealer’s store is given the VIN. Links that may earn us a commission are marked.',
      ],
    },
    {
      title: 'Cookies and local storage',
      paragraphs: [
        'We store your session in your browser, and a cookie that renews it. Your browser also keeps, for you alone, the lot you were about to order a report of (for a day) and labor rates you entered. There are no advertising or tracking cookies.',
      ],
    },
    {
      title: 'How long',
      paragraphs: [
        'Account and reports stay until you delete them. Technical records are deleted after a short time. Deleting your account deletes your reports and your personal data.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'You can see, correct, export and delete your data in your account settings, or write to us. Depending on where you live, further rights apply, such as objecting to a use or complaining to an authority.',
        'The service is made for professionals and not directed at children.',
      ],
    },
    {
      title: 'Changes',
      paragraphs: ['We announce changes of this policy on this page, with the date they take effect.'],
    },
  ],
  later: {
    title: 'Additions',
    dated: 'Added and effective 23 November 2026.',
    intro: 'What each of these adds.',
    sections: [
      {
        title: 'The browser extension',
        paragraphs: [
          'When you press its button on the page of an auction lot, it takes that page’s source and visible text without hidden fields, passwords and cookies, the data of that lot that the site shows you, and photos of the lot. On a dealer’s page of a part it takes that page’s source, without the same. Where you have a report of that lot, the page is compared with it, and what changed is kept with the report until you delete it. It reads no other page, keeps no history and clicks nothing for you.',
          'It goes to the LotLens whose address you entered, and to nobody else. The lot read from it is for your own reports only; it and its photos are deleted after 7 days if no report of yours uses them, and otherwise with your reports. The page itself is not kept.',
          'Of a dealer’s page we keep the store, the part’s number, name, price and address, the VIN, make, model and year it is for, the day, and whether it says that it fits: for your own reports of that VIN only, until you remove it under Account Settings or delete your account.',
          'In your browser it keeps your LotLens’s address and its access key, until you disconnect it.',
        ],
      },
      {
        title: 'Access keys',
        paragraphs: [
          'Connecting the extension makes an access key. We keep a one-way fingerprint of it, never the key, with the extension’s identifier, browser, when it was made and last used, and the reports it started. It can hand over lots and dealers’ pages, put lots on your board, start reports and read those.',
          'A key you make for a program is kept likewise, with its name. It can do what you chose: read lots, start reports, read all your reports.',
          'You see and end your keys in Account Settings; a new password ends them all. An ended one is deleted after 30 days, an unused one after 180. The code that connects an extension works once and is deleted a day later.',
        ],
      },
      {
        title: 'Webhooks',
        paragraphs: [
          'A webhook tells the address you entered how your reports ended or changed, with their identifiers, lot number, VIN, vehicle, total and link. We keep the address, the secret that signs them (encrypted), and messages and answers for 30 days. All goes with the webhook or your account.',
        ],
      },
      {
        title: 'Shares and the bookmarklet',
        paragraphs: [
          'What you share to LotLens from another app, or by a shortcut, comes in the address of a page of ours: your browser’s history may keep it, our records leave it out. A lot link in it is read as if typed. Shared files stay in your browser until the page has taken them or you share anew.',
          '“Send to LotLens” hands over the page you click it on. It, and pages and lists you choose or paste, are read and kept as the extension’s are. Of a dealer’s page its scripts, hidden fields and passwords stay in your browser.',
        ],
      },
      {
        title: 'Notifications',
        paragraphs: [
          'If you turn notifications on, we keep the address at which your browser’s push service takes messages for this device, and the keys they are encrypted with. A message says which vehicle’s report ended how, or whose lot has changed; the push service cannot read it. The address is deleted when you turn them off, sign out, end the device’s session, or it is gone.',
        ],
      },
      {
        title: 'Your own estimates',
        paragraphs: [
          'An estimate you compare is read and not kept; its tables of people are not opened. If you choose to keep its numbers and prices, we keep its name and fingerprint, the VIN, make, model and year, the date, and of each line with an OEM number its number, name, side, price, quantity and hours: for your own reports only, until you remove it or delete your account. Reports that used it keep what they show until recalculated.',
        ],
      },
      {
        title: 'Reports beyond the free trial',
        paragraphs: [
          'If you ask for more, we keep how many, what for and what you were given for a year, and mail it to our operator with your name and address.',
          'Where reports are sold, you pay at Stripe, under its own policy: we keep no card, name or address, but the plan, its price, what was paid and went back, and Stripe’s numbers of it. Deleting your account ends a monthly plan and takes your name off them.',
        ],
      },
      {
        title: 'Licensed lot data',
        paragraphs: [
          'Where an auction site refuses our server, or you enter a VIN or a lot number alone, we ask the service that licenses lot data to this installation, if there is one. It is sent the lot’s link, number or VIN, and nothing about you. A report made from its data names it.',
          'Its answer is kept for all who ask for that lot, and deleted after 7 days if no report uses it. Lots it does not know are noted for up to 30 days.',
        ],
      },
      {
        title: 'Photos sent to a photo model',
        paragraphs: [
          'Photos that their auction site labels as VIN or odometer are never sent to a model that others run; the report says how many were held back. The others are sent without the place, date and camera their files may name. Where the service has a text reader, faces and license plates that it finds are covered with a solid fill on the copies sent, and the report says how many; what it misses is sent as it is, and a photo it could not look through is not sent. Without one they are sent as they are, and the report says so. A model on the service’s own machine or network is no third party: it is shown every photo.',
          'Barcodes, VIN and odometer are read, and faces and plates looked for, on the service’s own machine: none of it is sent. It stands in the report.',
        ],
      },
      {
        title: 'Sellers’ numbers and partners’ offers',
        paragraphs: [
          'Where this installation asks eBay which part numbers sellers state, it sends a car’s year, make and model and a part’s name, nothing about you. It keeps the number, how many sellers state it, the prices asked and the day, no names.',
          'A click on a partner’s offer, or to eBay where LotLens earns on it, gets a random number, kept with report, make, part and day. The partner learns the number, make, part and day; eBay the number.',
          'Partners you ask for a quote learn vehicle (not VIN), parts and state; the one you accept also your contact. Requests are kept a year after they end.',
        ],
      },
    ],
  },
};

export const PrivacyPage = () => <LegalPage text={PRIVACY} />;
