// Out of the page: files and the clipboard.

export function save(name: string, content: string | Blob, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/// False where the browser does not let a page write to the clipboard.
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.setAttribute("aria-hidden", "true");
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy"); // pages opened as files have nothing newer
    area.remove();
    return done;
  }
}

/// What happened to a link that was to be copied.
export const copyLink = async (link: string) => ((await copy(link)) ? "The link is on the clipboard." : "This browser lets no page copy; take the link from its address line.");

export const fileName = (title: string) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 80) || "warodds";

const styled = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-family", "font-size", "font-weight", "text-anchor", "opacity"];

/// The drawing as a file of its own, on its background, with the styles that the page gives it.
export function svgText(svg: SVGSVGElement): string {
  const copied = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll("*")];
  const copies = [copied, ...copied.querySelectorAll("*")];
  originals.forEach((original, i) => {
    const style = getComputedStyle(original);
    for (const name of styled) {
      const value = style.getPropertyValue(name);
      if (value) copies[i].setAttribute(name, value);
    }
    copies[i].removeAttribute("class");
  });
  const { width, height } = svg.viewBox.baseVal;
  copied.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copied.setAttribute("width", String(width));
  copied.setAttribute("height", String(height));
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
  copied.prepend(ground);
  return new XMLSerializer().serializeToString(copied);
}

/// The same as a picture, three times as fine.
export function pngOf(svg: SVGSVGElement): Promise<Blob> {
  const { width, height } = svg.viewBox.baseVal;
  const address = URL.createObjectURL(new Blob([svgText(svg)], { type: "image/svg+xml" }));
  return new Promise((settle, fail) => {
    const image = new Image();
    image.onerror = () => fail(new Error("the browser could not draw the picture"));
    image.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = 3 * width;
      canvas.height = 3 * height;
      canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(address);
      canvas.toBlob((blob) => (blob ? settle(blob) : fail(new Error("the browser made no picture"))), "image/png");
    };
    image.src = address;
  });
}
