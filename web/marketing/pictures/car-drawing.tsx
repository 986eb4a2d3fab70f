import type { SamplePicture } from '../../../contract/sample-picture.ts';

type Props = {
  picture: Pick<SamplePicture, 'lot' | 'size'>;
  /** Empty next to the car's name. */
  alt: string;
  className?: string;
  /** Seen as the page opens. */
  first?: boolean;
};

/** The drawing of a sample car in the reader's theme, with its damage on it. */
export const CarDrawing = ({ picture: { lot, size }, alt, className, first = false }: Props) => (
  <picture>
    <source media="(prefers-color-scheme: dark)" srcSet={`/cars/${lot}-dark.svg`} />
    <img
      src={`/cars/${lot}-light.svg`}
      width={size.width}
      height={size.height}
      alt={alt}
      decoding="async"
      {...(first ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      className={className}
    />
  </picture>
);
