import { MarketingFrame } from '../layout/marketing-frame.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { type LegalText, PRIVACY, TERMS } from './legal-texts.ts';

function LegalPage({ text }: { text: LegalText }) {
  usePageTitle(`${text.title} · LotLens`);
  return (
    <MarketingFrame>
      <article className="mx-auto max-w-3xl px-4 pt-14 sm:px-6">
        <h1 className="text-3xl font-semibold">{text.title}</h1>
        <p className="mt-2 text-sm text-muted">{text.dated}</p>
        <p className="mt-6">{text.intro}</p>
        {text.sections.map((section, i) => (
          <section key={section.title} className="mt-10">
            <h2 className="text-lg font-semibold">
              {i + 1}. {section.title}
            </h2>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-3">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
      </article>
    </MarketingFrame>
  );
}

export const PrivacyPage = () => <LegalPage text={PRIVACY} />;
export const TermsPage = () => <LegalPage text={TERMS} />;
