/* SPDX-License-Identifier: MIT */
/* mangled_spaces.cpp: reads the types of a mangled name and writes them with other address spaces.
 *
 * A back reference (S_, S0_, ...) counts the types before it that can be referred to. A qualified
 * type is one of them, so that a pointer to private memory, which SPIR writes without a qualifier
 * and r600 with one, makes later numbers larger: numbers of both spellings are kept side by side.
 */
#include "llvm/spirv/mangled_spaces.h"

#include "driver/abi/kernel_abi.h"

#include <cctype>
#include <cstdlib>

namespace
{

class Respelling
{
  public:
    explicit Respelling(const std::string &name) : text(name)
    {
    }

    std::string run(std::vector<bool> &images);

  private:
    /* A type that can be referred to has a number in each spelling. */
    void remember()
    {
        numbers.push_back(count++);
    }

    bool take(const char *prefix);

    size_t digits() const;

    /* A length and as many letters. */
    std::string word();

    std::string fail();

    /* S_ is the first one, S0_ the second; base 36. */
    static std::string reference(size_t number);

    std::string back_reference();

    std::string vector();

    static std::string space(unsigned of_spir);

    /* Parses the type that a pointer points to: its address space, then other qualifiers. */
    std::string pointee();

    std::string type();

    const std::string &text;
    size_t at = 0, count = 0;
    std::vector<size_t> numbers; /* of r600's spelling, by those of SPIR's */
    bool good = true;
};

std::string Respelling::run(std::vector<bool> &images)
{
    if (text.compare(0, 2, "_Z") != 0)
        return text;
    at = 2;
    std::string out = "_Z" + word();
    while (good && at < text.size()) {
        images.push_back(text.compare(at + digits(), 10, "ocl_image1") == 0 ||
                         text.compare(at + digits(), 10, "ocl_image2") == 0 ||
                         text.compare(at + digits(), 10, "ocl_image3") == 0);
        out += type();
    }
    return good ? out : text;
}

bool Respelling::take(const char *prefix)
{
    const std::string wanted(prefix);
    if (text.compare(at, wanted.size(), wanted) != 0)
        return false;
    at += wanted.size();
    return true;
}

size_t Respelling::digits() const
{
    size_t length = 0;
    while (at + length < text.size() && isdigit((unsigned char)text[at + length]))
        length++;
    return length;
}

std::string Respelling::word()
{
    const size_t number = digits();
    const size_t length = number ? strtoul(text.c_str() + at, nullptr, 10) : 0;
    if (!length || length > text.size() - at - number)
        return fail();
    const std::string all = text.substr(at, number + length);
    at += number + length;
    return all;
}

std::string Respelling::fail()
{
    good = false;
    at = text.size();
    return "";
}

std::string Respelling::reference(size_t number)
{
    static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    if (!number)
        return "S_";
    std::string text;
    for (number--; text.empty() || number; number /= 36)
        text.insert(text.begin(), letters[number % 36]);
    return "S" + text + "_";
}

std::string Respelling::back_reference()
{
    size_t number = 0;
    if (text[at] != '_') {
        char *end;
        number = strtoul(text.c_str() + at, &end, 36) + 1;
        at = (size_t)(end - text.c_str());
    }
    if (!take("_") || number >= numbers.size())
        return fail();
    return reference(numbers[number]);
}

std::string Respelling::vector()
{
    const size_t length = digits();
    const std::string count_text = text.substr(at, length);
    at += length;
    if (!length || !take("_"))
        return fail();
    const std::string all = "Dv" + count_text + "_" + type();
    remember();
    return all;
}

std::string Respelling::space(unsigned of_spir)
{
    static const unsigned of_r600[] = {ABI_SPACE_PRIVATE, ABI_SPACE_GLOBAL, ABI_SPACE_CONSTANT,
                                       ABI_SPACE_LOCAL, ABI_SPACE_GENERIC};
    const unsigned known = sizeof(of_r600) / sizeof(*of_r600);
    return "U3AS" + std::to_string(of_spir < known ? of_r600[of_spir] : of_spir);
}

std::string Respelling::pointee()
{
    unsigned number = 0;
    const bool named = take("U3AS");
    if (named)
        number = (unsigned)(text[at++] - '0');
    std::string others;
    while (at < text.size() && (text[at] == 'V' || text[at] == 'K'))
        others += text[at++];
    if (take("U7_Atomic"))
        others += "U7_Atomic";
    const std::string base = type();
    if (named || !others.empty())
        remember();
    else
        count++;
    return space(number) + others + base;
}

std::string Respelling::type()
{
    if (at >= text.size())
        return fail();
    if (take("P")) {
        const std::string all = "P" + pointee();
        remember();
        return all;
    }
    if (take("Dv"))
        return vector();
    if (take("Dh"))
        return "Dh";
    if (take("S"))
        return back_reference();
    if (isdigit((unsigned char)text[at])) {
        const std::string name = word();
        remember();
        return name;
    }
    return islower((unsigned char)text[at]) ? std::string(1, text[at++]) : fail();
}

} // namespace

std::string respell_builtin(const std::string &name, std::vector<bool> &images)
{
    return Respelling(name).run(images);
}
