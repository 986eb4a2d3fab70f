import { MarketingFrame } from '../layout/marketing-frame.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { type LegalText, PRIVACY, TERMS } from './legal-texts.ts';

const Paragraphs = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <p key={text} className="mt-3">
      {text}
    </p>
  ));

function LegalPage({ text }: { text: LegalText }) {
  const { later } = text;
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
            <Paragraphs texts={section.paragraphs} />
          </section>
        ))}
        <section className="mt-14 border-t border-rule pt-10">
          <h2 className="text-2xl font-semibold">{later.title}</h2>
          <p className="mt-2 text-sm text-muted">{later.dated}</p>
          <p className="mt-6">{later.intro}</p>
          {later.sections.map((section) => (
            <section key={section.title} className="mt-8">
              <h3 className="text-lg font-semibold">{section.title}</h3>
              <Paragraphs texts={section.paragraphs} />
            </section>
          ))}
        </section>
      </article>
    </MarketingFrame>
  );
}

export const PrivacyPage = () => <LegalPage text={PRIVACY} />;
export const TermsPage = () => <LegalPage text={TERMS} />;
