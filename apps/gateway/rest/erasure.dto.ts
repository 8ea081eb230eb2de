import { TextList } from '../http/fields.js';
import { MAX_ENTRIES } from './users.dto.js';

export class ErasureDto {
  @TextList({ max: MAX_ENTRIES, example: ['123456'], description: 'At most 1000 different ones' }) extIds!: string[];
}
