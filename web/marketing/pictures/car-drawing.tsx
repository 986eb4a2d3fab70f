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

type NumberedProps = Omit<Props, 'picture' | 'className'> & {
  picture: Pick<SamplePicture, 'lot' | 'size' | 'parts'>;
};

/** The same as wide as its place, with the numbers of its parts: as large at every width, so that they are read on a phone too. */
export const NumberedDrawing = ({ picture, ...rest }: NumberedProps) => (
  <span className="relative block">
    <CarDrawing picture={picture} className="h-auto w-full" {...rest} />
    <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible text-xs font-semibold">
      {picture.parts.map(({ number, at }) =>
        at === null ? null : (
          <g key={number}>
            <circle
              cx={`${at.x}%`}
              cy={`${at.y}%`}
              r="10.5"
              className="fill-(--ink) stroke-(--sheet)"
              strokeWidth="1.5"
            />
            <text x={`${at.x}%`} y={`${at.y}%`} dy="4" textAnchor="middle" className="fill-(--sheet)">
              {number}
            </text>
          </g>
        ),
      )}
    </svg>
  </span>
);
