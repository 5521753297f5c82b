/** Stands for every icon: components with icons are tested in a browser. */
export default () => null;
