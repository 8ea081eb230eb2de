import { messagesOf } from '../../i18n/i18n.js';

export const useCropMessages = messagesOf({
  en: {
    crop: 'Crop',
    cropOf: (name: string) => `Crop ${name}`,
    shape: 'Shape',
    shapes: { own: 'As it is', wide: '2:1', screen: '16:9', photo: '4:3', square: '1:1' },
    fields: { left: 'From the left', top: 'From the top', width: 'Width', height: 'Height' },
    help: (width: string, height: string) =>
      `In pixels of ${width} × ${height}. The part is added as a new picture; the whole one stays.`,
    outside: (width: string, height: string) =>
      `This is no part of the picture, which has ${width} × ${height} pixels.`,
    part: 'The part',
    add: 'Add the part',
    added: (name: string) => `${name} is added.`,
  },
  tr: {
    crop: 'Kırp',
    cropOf: (name) => `Kırp: ${name}`,
    shape: 'Biçim',
    shapes: { own: 'Olduğu gibi', wide: '2:1', screen: '16:9', photo: '4:3', square: '1:1' },
    fields: { left: 'Soldan', top: 'Üstten', width: 'Genişlik', height: 'Yükseklik' },
    help: (width, height) => `${width} × ${height} piksel içinde. Parça yeni bir görsel olarak eklenir, tümü kalır.`,
    outside: (width, height) => `Bu, ${width} × ${height} piksellik görselin bir parçası değil.`,
    part: 'Parça',
    add: 'Parçayı ekle',
    added: (name) => `${name} eklendi.`,
  },
});
