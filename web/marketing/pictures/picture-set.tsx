export { BidPicture } from './bid-picture.tsx';
export { BoardPicture } from './board-picture.tsx';
export { HeroPicture } from './hero-picture.tsx';
export { SamplePreview } from './sample-preview.tsx';
export { StepPictures } from './step-pictures.tsx';
