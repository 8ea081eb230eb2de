/** Parts of the composer that load together, after the form is in sight. */
export { CheckFigures } from '../../widgets/sends/check/check-figures.js';
export { CheckProgress } from '../../widgets/sends/check/check-progress.js';
export { PersonCards } from '../person/person-cards.js';
