import { Link } from '@tanstack/react-router';
import { MarketingFrame } from '../../layout/marketing-frame.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';

/** Privacy policy and terms, effective and updated 25 June 2025 (docs/product.md), as data. What came later stands after them, dated. */
export type LegalText = {
  title: string;
  dated: string;
  intro: string;
  sections: readonly LegalSection[];
  later?: { title: string; dated: string; intro: string; sections: readonly LegalSection[] };
};
type LegalSection = {
  title: string;
  paragraphs: readonly string[];
  /** A page that says more. */
  more?: { to: '/partner-terms' | '/terms-of-service' | '/privacy-policy'; label: string };
};

const Paragraphs = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <p key={text} className="mt-3">
      {text}
    </p>
  ));

const More = ({ section: { more } }: { section: LegalSection }) =>
  more === undefined ? null : (
    <p className="mt-3">
      <Link to={more.to} className="underline hover:text-ink">
        {more.label}
      </Link>
    </p>
  );

/** A legal text as it stands, and below it what has been added for later. */
export function LegalPage({ text }: { text: LegalText }) {
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
            <More section={section} />
          </section>
        ))}
        {later === undefined ? null : (
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
        )}
      </article>
    </MarketingFrame>
  );
}
