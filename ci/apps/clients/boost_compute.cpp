// SPDX-License-Identifier: MIT
// Runs algorithms of Boost.Compute on the default device, and those of the standard library on the
// same values. Prints a line for each, and ends with 1 where one differs.

#include <algorithm>
#include <boost/compute.hpp>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace compute = boost::compute;

namespace
{

int failed;

void tell(const std::string &name, bool is_right)
{
    std::printf("%s %s\n", is_right ? "right" : "wrong", name.c_str());
    std::fflush(stdout);
    failed += !is_right;
}

// An exception of what is tried is a wrong result.
void try_it(const std::string &name, const std::function<bool()> &body)
{
    try {
        tell(name, body());
    } catch (const std::exception &error) {
        tell(name + ": " + error.what(), false);
    }
}

template <class T> std::vector<T> values(size_t count, unsigned seed, int most = 100)
{
    std::mt19937 numbers(seed);
    std::uniform_int_distribution<int> range(std::is_signed<T>::value ? -most : 0, most);
    std::vector<T> result(count);
    for (T &value : result)
        value = static_cast<T>(range(numbers));
    return result;
}

template <class T> std::vector<T> host(const compute::vector<T> &device)
{
    std::vector<T> result(device.size());
    compute::copy(device.begin(), device.end(), result.begin());
    return result;
}

template <class T> struct Suite {
    Suite(std::string type, size_t count)
        : name_(" of " + std::to_string(count) + " " + type), a_(values<T>(count, 1)),
          b_(values<T>(count, 2)), sorted_(a_), other_(b_)
    {
        std::sort(sorted_.begin(), sorted_.end());
        std::sort(other_.begin(), other_.end());
    }

    void run()
    {
        orders();
        sums();
        scans();
        finds();
        searches();
        moves();
        removals();
        sets();
    }

  private:
    using Device = compute::vector<T>;

    void check(const std::string &what, const std::function<bool()> &body)
    {
        try_it(what + name_, body);
    }

    void same(const std::string &what, const std::vector<T> &expected,
              const std::function<std::vector<T>()> &body)
    {
        check(what, [&] { return body() == expected; });
    }

    void orders()
    {
        auto down = sorted_;
        std::reverse(down.begin(), down.end());
        same("sort", sorted_, [&] {
            Device d(a_);
            compute::sort(d.begin(), d.end());
            return host(d);
        });
        same("sort down", down, [&] {
            Device d(a_);
            compute::sort(d.begin(), d.end(), compute::greater<T>());
            return host(d);
        });
        same("stable_sort", sorted_, [&] {
            Device d(a_);
            compute::stable_sort(d.begin(), d.end());
            return host(d);
        });
        check("sort_by_key", [&] { return by_key(); });
        check("is_sorted", [&] {
            Device d(sorted_), e(a_);
            return compute::is_sorted(d.begin(), d.end()) &&
                   !compute::is_sorted(e.begin(), e.end());
        });
        std::vector<T> both(2 * a_.size());
        std::merge(sorted_.begin(), sorted_.end(), other_.begin(), other_.end(), both.begin());
        // Boost's kernel reads one value behind the end of each, and does not use it.
        same("merge", both, [&] {
            Device d(sorted_), e(other_), r(both.size());
            d.reserve(d.size() + 1);
            e.reserve(e.size() + 1);
            compute::merge(d.begin(), d.end(), e.begin(), e.end(), r.begin());
            return host(r);
        });
        auto next = a_;
        std::next_permutation(next.begin(), next.end());
        same("next_permutation", next, [&] {
            Device d(a_);
            compute::next_permutation(d.begin(), d.end());
            return host(d);
        });
        same("prev_permutation", a_, [&] {
            Device d(next);
            compute::prev_permutation(d.begin(), d.end());
            return host(d);
        });
    }

    bool by_key()
    {
        std::vector<int> places(a_.size());
        std::iota(places.begin(), places.end(), 0);
        auto expected = places;
        std::stable_sort(expected.begin(), expected.end(),
                         [&](int x, int y) { return a_[x] < a_[y]; });
        Device keys(a_);
        compute::vector<int> moved(places);
        compute::stable_sort_by_key(keys.begin(), keys.end(), moved.begin());
        return host(moved) == expected && host(keys) == sorted_;
    }

    // Sums of small integers are exact in floats, too.
    void sums()
    {
        const T sum = std::accumulate(a_.begin(), a_.end(), T(0));
        check("accumulate", [&] {
            Device d(a_);
            return compute::accumulate(d.begin(), d.end(), T(0)) == sum;
        });
        check("reduce", [&] {
            Device d(a_);
            T r;
            compute::reduce(d.begin(), d.end(), &r);
            return r == sum;
        });
        check("reduce max", [&] {
            Device d(a_);
            T r;
            compute::reduce(d.begin(), d.end(), &r, compute::max<T>());
            return r == sorted_.back();
        });
        const T product = std::inner_product(a_.begin(), a_.end(), b_.begin(), T(0));
        check("inner_product", [&] {
            Device d(a_), e(b_);
            return compute::inner_product(d.begin(), d.end(), e.begin(), T(0)) == product;
        });
    }

    void scans()
    {
        std::vector<T> scan(a_.size()), before(a_.size()), apart(a_.size());
        std::partial_sum(a_.begin(), a_.end(), scan.begin());
        for (size_t i = 1; i < scan.size(); i++)
            before[i] = scan[i - 1];
        std::adjacent_difference(a_.begin(), a_.end(), apart.begin());
        same("inclusive_scan", scan, [&] {
            Device d(a_), r(a_.size());
            compute::inclusive_scan(d.begin(), d.end(), r.begin());
            return host(r);
        });
        same("inclusive_scan in place", scan, [&] {
            Device d(a_);
            compute::inclusive_scan(d.begin(), d.end(), d.begin());
            return host(d);
        });
        same("exclusive_scan", before, [&] {
            Device d(a_), r(a_.size());
            compute::exclusive_scan(d.begin(), d.end(), r.begin(), T(0));
            return host(r);
        });
        same("adjacent_difference", apart, [&] {
            Device d(a_), r(a_.size());
            compute::adjacent_difference(d.begin(), d.end(), r.begin());
            return host(r);
        });
        std::vector<T> doubled(a_);
        for (T &value : doubled)
            value = static_cast<T>(value + value);
        same("transform", doubled, [&] {
            using compute::lambda::_1;
            Device d(a_), r(a_.size());
            compute::transform(d.begin(), d.end(), r.begin(), _1 + _1);
            return host(r);
        });
        check("reduce_by_key", [&] { return sums_by_key(); });
    }

    bool sums_by_key()
    {
        std::vector<int> keys(a_.size());
        std::map<int, T> sums;
        for (size_t i = 0; i < keys.size(); i++) {
            keys[i] = static_cast<int>(i / 5);
            sums[keys[i]] = static_cast<T>(sums[keys[i]] + a_[i]);
        }
        compute::vector<int> device_keys(keys), out_keys(keys.size());
        Device d(a_), out(a_.size());
        auto end = compute::reduce_by_key(device_keys.begin(), device_keys.end(), d.begin(),
                                          out_keys.begin(), out.begin());
        if (static_cast<size_t>(end.first - out_keys.begin()) != sums.size())
            return false;
        auto k = host(out_keys);
        auto v = host(out);
        size_t i = 0;
        for (const auto &sum : sums) {
            if (k[i] != sum.first || v[i] != sum.second)
                return false;
            i++;
        }
        return true;
    }

    void finds()
    {
        const T wanted = a_[a_.size() / 2];
        check("find", [&] {
            Device d(a_);
            return compute::find(d.begin(), d.end(), wanted) - d.begin() ==
                   std::find(a_.begin(), a_.end(), wanted) - a_.begin();
        });
        check("count", [&] {
            Device d(a_);
            return compute::count(d.begin(), d.end(), wanted) ==
                   static_cast<size_t>(std::count(a_.begin(), a_.end(), wanted));
        });
        check("max_element", [&] {
            Device d(a_);
            return compute::max_element(d.begin(), d.end()) - d.begin() ==
                   std::max_element(a_.begin(), a_.end()) - a_.begin();
        });
        check("min_element", [&] {
            Device d(a_);
            return compute::min_element(d.begin(), d.end()) - d.begin() ==
                   std::min_element(a_.begin(), a_.end()) - a_.begin();
        });
        check("lower_bound", [&] {
            Device d(sorted_);
            return compute::lower_bound(d.begin(), d.end(), wanted) - d.begin() ==
                   std::lower_bound(sorted_.begin(), sorted_.end(), wanted) - sorted_.begin();
        });
        check("upper_bound", [&] {
            Device d(sorted_);
            return compute::upper_bound(d.begin(), d.end(), wanted) - d.begin() ==
                   std::upper_bound(sorted_.begin(), sorted_.end(), wanted) - sorted_.begin();
        });
    }

    void searches()
    {
        const T wanted = a_[a_.size() / 2];
        check("binary_search", [&] {
            Device d(sorted_);
            return compute::binary_search(d.begin(), d.end(), wanted);
        });
        check("equal", [&] {
            Device d(a_), e(a_), f(b_);
            return compute::equal(d.begin(), d.end(), e.begin()) &&
                   !compute::equal(d.begin(), d.end(), f.begin());
        });
        check("mismatch", [&] {
            auto c = a_;
            c.back() = static_cast<T>(c.back() + 1);
            Device d(a_), e(c);
            return compute::mismatch(d.begin(), d.end(), e.begin()).first - d.begin() ==
                   static_cast<std::ptrdiff_t>(a_.size()) - 1;
        });
        check("adjacent_find", [&] {
            Device d(sorted_);
            return compute::adjacent_find(d.begin(), d.end()) - d.begin() ==
                   std::adjacent_find(sorted_.begin(), sorted_.end()) - sorted_.begin();
        });
        const std::vector<T> part(a_.begin() + a_.size() / 2, a_.begin() + a_.size() / 2 + 3);
        check("search", [&] {
            Device d(a_), e(part);
            return compute::search(d.begin(), d.end(), e.begin(), e.end()) - d.begin() ==
                   std::search(a_.begin(), a_.end(), part.begin(), part.end()) - a_.begin();
        });
        check("is_permutation", [&] {
            Device d(a_), e(sorted_);
            return compute::is_permutation(d.begin(), d.end(), e.begin(), e.end());
        });
        check("lexicographical_compare", [&] {
            Device d(a_), e(b_);
            return compute::lexicographical_compare(d.begin(), d.end(), e.begin(), e.end()) ==
                   std::lexicographical_compare(a_.begin(), a_.end(), b_.begin(), b_.end());
        });
    }

    void moves()
    {
        auto turned = a_;
        std::reverse(turned.begin(), turned.end());
        same("reverse", turned, [&] {
            Device d(a_);
            compute::reverse(d.begin(), d.end());
            return host(d);
        });
        auto rotated = a_;
        std::rotate(rotated.begin(), rotated.begin() + 3, rotated.end());
        same("rotate", rotated, [&] {
            Device d(a_);
            compute::rotate(d.begin(), d.begin() + 3, d.end());
            return host(d);
        });
        check("random_shuffle", [&] {
            Device d(a_);
            compute::random_shuffle(d.begin(), d.end());
            auto h = host(d);
            std::sort(h.begin(), h.end());
            return h == sorted_;
        });
        check("gather and scatter", [&] { return gathers(); });
    }

    void removals()
    {
        using compute::lambda::_1;
        const auto small = [](T value) { return value < 30; };
        std::vector<T> kept;
        std::copy_if(a_.begin(), a_.end(), std::back_inserter(kept), small);
        same("copy_if", kept, [&] {
            Device d(a_), r(a_.size());
            auto end = compute::copy_if(d.begin(), d.end(), r.begin(), _1 < 30);
            r.resize(static_cast<size_t>(end - r.begin()));
            return host(r);
        });
        auto parts = a_;
        std::stable_partition(parts.begin(), parts.end(), small);
        same("stable_partition", parts, [&] {
            Device d(a_);
            compute::stable_partition(d.begin(), d.end(), _1 < 30);
            return host(d);
        });
        auto less = a_;
        less.erase(std::remove_if(less.begin(), less.end(), small), less.end());
        same("remove_if", less, [&] {
            Device d(a_);
            auto end = compute::remove_if(d.begin(), d.end(), _1 < 30);
            d.resize(static_cast<size_t>(end - d.begin()));
            return host(d);
        });
        auto single = sorted_;
        single.erase(std::unique(single.begin(), single.end()), single.end());
        same("unique", single, [&] {
            Device d(sorted_);
            auto end = compute::unique(d.begin(), d.end());
            d.resize(static_cast<size_t>(end - d.begin()));
            return host(d);
        });
        auto replaced = a_;
        std::replace(replaced.begin(), replaced.end(), a_[0], T(7));
        same("replace", replaced, [&] {
            Device d(a_);
            compute::replace(d.begin(), d.end(), a_[0], T(7));
            return host(d);
        });
        same("fill", std::vector<T>(a_.size(), T(9)), [&] {
            Device d(a_);
            compute::fill(d.begin(), d.end(), T(9));
            return host(d);
        });
    }

    bool gathers()
    {
        std::vector<compute::uint_> map(a_.size());
        std::iota(map.begin(), map.end(), 0);
        std::shuffle(map.begin(), map.end(), std::mt19937(3));
        compute::vector<compute::uint_> places(map);
        Device d(a_), taken(a_.size()), put(a_.size());
        compute::gather(places.begin(), places.end(), d.begin(), taken.begin());
        compute::scatter(taken.begin(), taken.end(), places.begin(), put.begin());
        auto there = host(taken);
        for (size_t i = 0; i < map.size(); i++)
            if (there[i] != a_[map[i]])
                return false;
        return host(put) == a_;
    }

    void sets()
    {
        const size_t room = 2 * a_.size();
        auto set = [&](const std::string &what, auto on_host, auto on_device) {
            std::vector<T> expected;
            on_host(std::back_inserter(expected));
            same(what, expected, [&] {
                Device d(sorted_), e(other_), r(room);
                auto end = on_device(d, e, r);
                r.resize(static_cast<size_t>(end - r.begin()));
                return host(r);
            });
        };
        set(
            "set_union",
            [&](auto out) {
                std::set_union(sorted_.begin(), sorted_.end(), other_.begin(), other_.end(), out);
            },
            [](Device &d, Device &e, Device &r) {
                return compute::set_union(d.begin(), d.end(), e.begin(), e.end(), r.begin());
            });
        set(
            "set_intersection",
            [&](auto out) {
                std::set_intersection(sorted_.begin(), sorted_.end(), other_.begin(), other_.end(),
                                      out);
            },
            [](Device &d, Device &e, Device &r) {
                return compute::set_intersection(d.begin(), d.end(), e.begin(), e.end(), r.begin());
            });
        set(
            "set_difference",
            [&](auto out) {
                std::set_difference(sorted_.begin(), sorted_.end(), other_.begin(), other_.end(),
                                    out);
            },
            [](Device &d, Device &e, Device &r) {
                return compute::set_difference(d.begin(), d.end(), e.begin(), e.end(), r.begin());
            });
        set(
            "set_symmetric_difference",
            [&](auto out) {
                std::set_symmetric_difference(sorted_.begin(), sorted_.end(), other_.begin(),
                                              other_.end(), out);
            },
            [](Device &d, Device &e, Device &r) {
                return compute::set_symmetric_difference(d.begin(), d.end(), e.begin(), e.end(),
                                                         r.begin());
            });
        check("includes", [&] {
            std::vector<T> part(sorted_.begin(), sorted_.begin() + sorted_.size() / 2);
            Device d(sorted_), e(part);
            return compute::includes(d.begin(), d.end(), e.begin(), e.end());
        });
    }

    std::string name_;
    std::vector<T> a_, b_, sorted_, other_;
};

template <class Engine, class Host> bool engine_as_on_host(unsigned seed)
{
    auto queue = compute::system::default_queue();
    Engine engine(queue, seed);
    compute::vector<compute::uint_> numbers(1000);
    engine.generate(numbers.begin(), numbers.end(), queue);
    queue.finish();
    Host expected(seed);
    for (compute::uint_ number : host(numbers))
        if (number != expected())
            return false;
    return true;
}

bool is_normal()
{
    auto queue = compute::system::default_queue();
    compute::default_random_engine engine(queue);
    compute::normal_distribution<float> normal(10, 2);
    compute::vector<float> numbers(20000);
    normal.generate(numbers.begin(), numbers.end(), engine, queue);
    queue.finish();
    double sum = 0, squares = 0;
    for (float number : host(numbers)) {
        sum += number;
        squares += (number - 10.) * (number - 10.);
    }
    const double mean = sum / 20000, deviation = std::sqrt(squares / 20000);
    return std::abs(mean - 10) < 0.08 && std::abs(deviation - 2) < 0.06; // five standard errors
}

} // namespace

int main()
{
    for (size_t count : {37, 1000, 5000})
        Suite<compute::int_>("int", count).run();
    Suite<compute::uint_>("uint", 1000).run();
    Suite<compute::float_>("float", 1000).run();
    Suite<compute::long_>("long", 1000).run();
    Suite<compute::double_>("double", 1000).run();
    try_it("mersenne_twister", [] { return engine_as_on_host<compute::mt19937, std::mt19937>(7); });
    try_it("normal_distribution", is_normal);
    std::printf("%d wrong\n", failed);
    return failed != 0;
}
